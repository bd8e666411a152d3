package okibi.bench.cluster

import java.net.{InetAddress, ServerSocket}

/** Free ports, for servers that must be given a port. */
object FreePort {

  /** That many different ports of the loopback interface on which no server listens now. */
  def some(count: Int): Seq[Int] = {
    val sockets = Seq.fill(count)(new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1")))
    try sockets.map(_.getLocalPort)
    finally sockets.foreach(_.close())
  }
}
