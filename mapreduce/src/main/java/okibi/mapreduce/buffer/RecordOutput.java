package okibi.mapreduce.buffer;

import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import okibi.mapreduce.memory.Memory;

/**
 * Where objects write themselves: straight into memory, a value at a time, with one check each. When the room is used up it
 * asks for more, and what has been written of the record may have moved. Not thread-safe.
 */
public final class RecordOutput extends OutputStream implements DataOutput {
    /** Whoever owns the memory that is written to. */
    interface Room {
        /** Sees to it that {@code bytes} more can be written. */
        void make(long bytes) throws IOException;
    }

    private final Room room;
    /** Address of the next byte. */
    long position;
    /** Address at which the room ends. */
    long limit;

    RecordOutput(Room room) {
        this.room = room;
    }

    @Override
    public void write(int b) throws IOException {
        if (limit - position < 1) room.make(1);
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
        if (limit - position < length) room.make(length);
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
        if (limit - position < Short.BYTES) room.make(Short.BYTES);
        Memory.putShort(position, Short.reverseBytes((short) value));
        position += Short.BYTES;
    }

    @Override
    public void writeChar(int value) throws IOException {
        writeShort(value);
    }

    @Override
    public void writeInt(int value) throws IOException {
        if (limit - position < Integer.BYTES) room.make(Integer.BYTES);
        Memory.putInt(position, Integer.reverseBytes(value));
        position += Integer.BYTES;
    }

    @Override
    public void writeLong(long value) throws IOException {
        if (limit - position < Long.BYTES) room.make(Long.BYTES);
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
