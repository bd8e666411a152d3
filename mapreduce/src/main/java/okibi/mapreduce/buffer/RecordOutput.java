package okibi.mapreduce.buffer;

import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import okibi.mapreduce.memory.Memory;

/**
 * The output to which objects write themselves: straight into memory, with one check for each value. When memory runs
 * out, the output asks its owner for more, which may move the bytes of the current record. Not thread-safe.
 */
public final class RecordOutput extends OutputStream implements DataOutput {
    /** The owner of the memory. */
    interface Owner {
        /** Makes room for {@code bytes} more bytes: sets {@link #limit} and perhaps {@link #position}. */
        void makeRoom(long bytes) throws IOException;
    }

    private final Owner owner;
    /** The address of the next byte. */
    long position;
    /** The address at which the room ends. */
    long limit;

    RecordOutput(Owner owner) {
        this.owner = owner;
    }

    @Override
    public void write(int b) throws IOException {
        if (limit - position < 1) owner.makeRoom(1);
        Memory.putByte(position, (byte) b);
        position += 1;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (limit - position < length) owner.makeRoom(length);
        Memory.copyIn(bytes, offset, position, length);
        position += length;
    }

    @Override
    public void writeBoolean(boolean value) throws IOException {
        write(value ? 1 : 0);
    }

    @Override
    public void writeByte(int value) throws IOException {
        write(value);
    }

    @Override
    public void writeShort(int value) throws IOException {
        if (limit - position < Short.BYTES) owner.makeRoom(Short.BYTES);
        Memory.putShort(position, Short.reverseBytes((short) value));
        position += Short.BYTES;
    }

    @Override
    public void writeChar(int value) throws IOException {
        writeShort(value);
    }

    @Override
    public void writeInt(int value) throws IOException {
        if (limit - position < Integer.BYTES) owner.makeRoom(Integer.BYTES);
        Memory.putInt(position, Integer.reverseBytes(value));
        position += Integer.BYTES;
    }

    @Override
    public void writeLong(long value) throws IOException {
        if (limit - position < Long.BYTES) owner.makeRoom(Long.BYTES);
        Memory.putLong(position, Long.reverseBytes(value));
        position += Long.BYTES;
    }

    @Override
    public void writeFloat(float value) throws IOException {
        writeInt(Float.floatToIntBits(value));
    }

    @Override
    public void writeDouble(double value) throws IOException {
        writeLong(Double.doubleToLongBits(value));
    }

    @Override
    public void writeBytes(String value) throws IOException {
        for (int i = 0; i < value.length(); i++) write(value.charAt(i));
    }

    @Override
    public void writeChars(String value) throws IOException {
        for (int i = 0; i < value.length(); i++) writeChar(value.charAt(i));
    }

    @Override
    public void writeUTF(String value) throws IOException {
        new DataOutputStream(this).writeUTF(value);
    }
}
