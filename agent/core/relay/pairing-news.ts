// What the hub says about whose computer this is; agent.ts hands in who carries it out.
import type { PharmacyChange } from '@pharmacy-relay/shared/pairing.ts'

export interface PairingNews {
  /**
   * Resolves once the new pharmacy is kept and what waits is held; the connection is then ended and made anew. Throws
   * ProblemError when the disk does not take it: the hub says it again at the next connection.
   */
  moved(pharmacy: PharmacyChange): Promise<void>
  /** This computer is a copy: with another installation and other keys it pairs with the code. Begins behind the answer. */
  becomesAnother(code: string): void
}
