package okibi.spark.cache.codec;

import java.io.ObjectStreamField;
import java.io.Serializable;

/** Java serialization keeps one of its two fields. In Java, because Scala has no static fields. */
final class Listing implements Serializable {
    private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("kept", int.class)};

    final int kept;
    final int left;

    Listing(int kept, int left) {
        this.kept = kept;
        this.left = left;
    }
}
