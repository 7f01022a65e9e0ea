// Packets without their content, on which the socket library of a hub's clients throws outside of every handler.

/** Of a socket.io packet (protocol 5): 2 an event, 4 the refusal of a connection, 5 an event with bytes. */
const CONTENT: Readonly<Record<number, unknown>> = {
  2: [''],
  4: { message: 'The hub refused the connection and did not say why' },
  5: [''],
}

/**
 * For `packet` of a client's manager, before its socket connects: an event without a name gets one that nobody answers, a
 * refusal without words gets some. Without it `42` and `44` from a hub end the whole process.
 */
export function fillHollowPacket(packet: { readonly type: number; data?: unknown }): void {
  packet.data ??= CONTENT[packet.type]
}
