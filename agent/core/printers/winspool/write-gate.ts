// Whether the first byte of a label may still leave: one word of memory that the main thread and the spooler's share.
//
// A call of Windows that hangs cannot be broken off. The gate decides who was first: the thread that is about to write, or
// the one that has given up waiting. Nobody has to guess afterwards.

const AT = 0
const [UNDECIDED, WRITING, GIVEN_UP] = [0, 1, 2]

export function newGate(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
}

/** Before the first byte. False: nobody waits for this label any more, and no byte of it may leave. */
export function mayWrite(gate: SharedArrayBuffer): boolean {
  return decide(gate, WRITING) !== GIVEN_UP
}

/** True: no byte has left, and none will. */
export function giveUp(gate: SharedArrayBuffer): boolean {
  return decide(gate, GIVEN_UP) !== WRITING
}

/** What was decided before; UNDECIDED when this decided it. */
function decide(gate: SharedArrayBuffer, word: number): number {
  return Atomics.compareExchange(new Int32Array(gate), AT, UNDECIDED, word)
}
