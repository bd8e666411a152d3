package okibi.bench.cluster

import java.net.{InetAddress, ServerSocket}

/** Ports for servers that must be told theirs. */
object FreePort {

  /** So many different ports of the loopback interface that nobody listens at now. */
  def some(count: Int): Seq[Int] = {
    val sockets = Seq.fill(count)(new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1")))
    try sockets.map(_.getLocalPort)
    finally sockets.foreach(_.close())
  }
}
