// Rules that can be left out, each to show that the campaign notices it.

/**
 * versions: a page takes news of a task only where they are newer than what it shows. replay: who comes back is told what it missed.
 * claims: who has a task keeps it. client-ids: what is sent again is the first one. kept: a computer keeps over a restart what support
 * does not have. pull: who hears that something is new asks for what comes after his own.
 */
export const leftOutRules = ['versions', 'replay', 'claims', 'client-ids', 'kept', 'pull'] as const

/** Null: none. */
export type LeftOut = (typeof leftOutRules)[number] | null
