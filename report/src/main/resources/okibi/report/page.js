(() => {
  'use strict';
  const charts = JSON.parse(document.getElementById('charts').textContent);
  const canvases = [...document.querySelectorAll('canvas')];
  const format = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });
  const marks = ['circle', 'triangle', 'rect', 'rectRot', 'crossRot', 'star', 'rectRounded', 'dash'];
  const colours = 8; // --c0 to --c7; further series get them again, paler or dashed

  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const shade = i => colour('--c' + i % colours) + (i < colours ? '' : '99');

  // Lines from the smallest to the largest value behind a bar.
  const whiskers = {
    id: 'whiskers',
    afterDatasetsDraw(chart) {
      const flat = chart.options.indexAxis === 'y';
      const scale = flat ? chart.scales.x : chart.scales.y;
      const pen = chart.ctx;
      pen.save();
      pen.strokeStyle = colour('--ink');
      pen.lineWidth = 1.5;
      chart.data.datasets.forEach((set, i) => chart.isDatasetVisible(i) && (set.spread || []).forEach((range, j) => {
        if (!range) return;
        const bar = chart.getDatasetMeta(i).data[j];
        const [from, to] = range.map(value => scale.getPixelForValue(value));
        const at = (along, across) => flat ? [along, bar.y + across] : [bar.x + across, along];
        pen.beginPath();
        for (const [a, b] of [[at(from, 0), at(to, 0)], [at(from, -4), at(from, 4)], [at(to, -4), at(to, 4)]]) {
          pen.moveTo(...a);
          pen.lineTo(...b);
        }
        pen.stroke();
      }));
      pen.restore();
    }
  };

  // Shaded stretches of the horizontal axis, behind the lines.
  const shading = stretches => ({
    id: 'shading',
    beforeDatasetsDraw(chart) {
      const { left, right, top, bottom } = chart.chartArea;
      const pen = chart.ctx;
      pen.save();
      pen.font = '11px system-ui, sans-serif';
      stretches.forEach(({ name, from, until }, i) => {
        const [start, end] = [from, until].map(value => Math.min(right, Math.max(left, chart.scales.x.getPixelForValue(value))));
        pen.fillStyle = colour('--c1') + '26';
        pen.fillRect(start, top, Math.max(2, end - start), bottom - top);
        pen.fillStyle = colour('--ink');
        pen.fillText(name, start + 3, top + 12 + 13 * (i % 3));
      });
      pen.restore();
    }
  });

  const axis = (title, more) => ({
    title: { display: title !== '', text: title, color: colour('--soft') },
    ticks: { color: colour('--soft') },
    grid: { color: colour('--line') },
    ...more
  });

  const within = ([min, max]) => ({ min, max });

  const options = (chart, more) => ({
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    ...more,
    plugins: {
      legend: { display: chart.series.length > 1, labels: { color: colour('--ink'), usePointStyle: chart.kind === 'lines' } },
      tooltip: { callbacks: { label: item => tip(chart, item) } }
    }
  });

  const tip = (chart, item) => {
    const name = item.dataset.label;
    if (chart.kind === 'lines') return `${name}: ${format.format(item.raw.x)}, ${format.format(item.raw.y)}`;
    if (chart.kind === 'spans') return `${item.raw.map(value => format.format(value)).join(' to ')} ${chart.unit}`;
    const range = (item.dataset.spread || [])[item.dataIndex];
    const spread = range ? ` (${range.map(value => format.format(value)).join(' to ')})` : '';
    return `${name}: ${format.format(item.raw)} ${chart.unit}${spread}`;
  };

  // Names that are long, or that alone tell bars apart, are easier to read beside a bar than below it.
  const bars = (chart, canvas) => {
    const flat = chart.series.length === 1 || chart.categories.some(name => name.length > 12);
    if (flat) canvas.parentElement.style.height = `${90 + chart.categories.length * (14 + 22 * (chart.stacked ? 1 : chart.series.length))}px`;
    const largest = Math.max(0, ...chart.series.flatMap(series => series.spread).filter(range => range).map(range => range[1]));
    const values = axis(chart.unit, { beginAtZero: true, stacked: chart.stacked, suggestedMax: largest });
    const names = axis('', { stacked: chart.stacked, grid: { display: false } });
    return {
      type: 'bar',
      data: {
        labels: chart.categories,
        datasets: chart.series.map((series, i) => ({
          label: series.name, data: series.values, spread: series.spread, maxBarThickness: 40,
          backgroundColor: chart.series.length === 1 ? colour('--c2') : shade(i)
        }))
      },
      options: options(chart, { indexAxis: flat ? 'y' : 'x', scales: flat ? { x: values, y: names } : { x: names, y: values } }),
      plugins: [whiskers]
    };
  };

  const lines = chart => ({
    type: 'line',
    data: {
      datasets: chart.series.map((series, i) => ({
        label: series.name, data: series.points.map(([x, y]) => ({ x, y })),
        borderColor: shade(i), backgroundColor: shade(i), borderWidth: 2, borderDash: i < colours ? [] : [6, 3],
        pointStyle: marks[i % marks.length], pointRadius: series.points.length > 50 ? 0 : 4, pointHitRadius: 8
      }))
    },
    options: options(chart, {
      interaction: { mode: 'nearest', intersect: false },
      scales: { x: axis(chart.xTitle, { type: chart.logX ? 'logarithmic' : 'linear', ...within(chart.range) }), y: axis(chart.yTitle, { beginAtZero: true }) }
    }),
    plugins: [shading(chart.marked)]
  });

  const spans = (chart, canvas) => {
    canvas.parentElement.style.height = `${90 + chart.spans.length * 22}px`;
    return {
      type: 'bar',
      data: {
        labels: chart.spans.map(span => span.name),
        datasets: [{ label: '', data: chart.spans.map(span => [span.from, span.until]), maxBarThickness: 18, minBarLength: 2, backgroundColor: colour('--c2') }]
      },
      options: options({ ...chart, series: [] }, { indexAxis: 'y', scales: { x: axis(chart.unit, within(chart.range)), y: axis('', { grid: { display: false } }) } }),
      plugins: [shading(chart.marked)]
    };
  };

  const kinds = { bars, lines, spans };
  let drawn = [];
  const draw = () => {
    drawn.forEach(chart => chart.destroy());
    drawn = charts.map((chart, i) => new Chart(canvases[i], kinds[chart.kind](chart, canvases[i])));
  };
  draw();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
})();
