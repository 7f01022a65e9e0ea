// Rules that can be left out, each to show that an invariant notices it.

/**
 * close-of-one: an end touches no other session. sweeper: hubs that are lost are found out. graces: their ends are timed.
 * silence: the store hears of devices that do not answer. sequences: each presence has a number of its own. pushes: hubs hear
 * of new assignments. wall: a peer is looked for in the sender's pharmacy alone. timeouts: another hub is waited for with a
 * limit. mesh: hubs hear each other. ledger: a label is taken once. revocations: hubs hear of them. lists: what they did not hear
 * is found by comparing their sessions with the rows.
 */
export const leftOutRules = [
  ...(['close-of-one', 'sweeper', 'graces', 'silence', 'sequences', 'pushes'] as const),
  ...(['wall', 'timeouts', 'mesh', 'ledger', 'revocations', 'lists'] as const),
] as const

/** Null: none. */
export type LeftOut = (typeof leftOutRules)[number] | null
