"""Makes the README the site's first page, and lets links between it and docs/ work on the site as in the tree."""

from pathlib import Path

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
FIRST = "index.md"


def on_files(files: Files, config) -> Files:
    """Add the README. MkDocs calls this."""
    files.append(File.generated(config, FIRST, content=(ROOT / "README.md").read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page, config, files) -> str:
    """Rewrite the links of a page. MkDocs calls this."""
    depth = page.file.src_uri.count("/") + 1
    if page.file.src_uri == FIRST:
        markdown = markdown.replace("](docs/", "](")
        return outside(markdown, "](", ["CONTRIBUTING.md"], config)
    up = "../" * depth
    markdown = markdown.replace(f"]({up}README.md", "](" + "../" * (depth - 1) + FIRST)
    return outside(markdown, f"]({up}", ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"], config)


def outside(markdown: str, prefix: str, names: list[str], config) -> str:
    """Point links to files that are not on the site to the repository."""
    for name in names:
        markdown = markdown.replace(f"{prefix}{name}", f"]({config.repo_url}/blob/main/{name}")
    return markdown
