// What people read about who may connect and as whom: presence, approval, moving, removing, copies. In English.

const clients = (n: number) => (n === 1 ? '1 Client' : `${n} Clients`)

export const computersEn = {
  degraded: 'Online, not answering',
  degradedAdvice: 'The connection is there, but its agent leaves heartbeats unanswered.',
  reconnecting: 'Reconnecting',
  reconnectingAdvice: 'The connection ended within the last seconds.',
  waiting: 'Waiting for approval',
  waitingAdvice: 'It came with a pairing code and may do nothing until it is approved.',
  revoked: 'Access withdrawn',
  revokedAdvice: 'A new pairing code lets it in again.',
  waitingTitle: (n: number) =>
    n === 1 ? '1 computer waits for approval' : `${n} computers wait for approval`,
  waitingIntro:
    'Approve a computer only when somebody at the pharmacy has just paired it, and “agent keys” shows this certificate there.',
  approve: 'Approve',
  approved: 'The computer is approved. It connects by itself within a minute.',
  onlyAdmin: 'Only an admin may do this.',
  changed: 'That was not possible any more: somebody else was faster. This is how it is now.',
  manage: 'Manage',
  manageTitle: (computer: string) => `Manage ${computer}`,
  name: 'Name in the panel',
  nameHint: (computer: string) => `Empty: ${computer}, as the computer calls itself.`,
  nameFault: 'This is no name: one line of at most 63 characters.',
  renamed: 'The name is saved.',
  ownName: (computer: string) => `calls itself ${computer}`,
  move: 'Move to another pharmacy',
  moveSearch: 'Store ID or name of the pharmacy',
  moveHint: 'Nothing is moved before you have confirmed it.',
  search: 'Search',
  noSuchPharmacy: 'No other pharmacy has that in its store ID or name.',
  moreMatch: (n: number) =>
    n === 1 ? '1 more matches. Write more of it.' : `${n} more match. Write more of it.`,
  moveTitle: (computer: string, pharmacy: string) => `Move ${computer} to ${pharmacy}`,
  moveLeaves: (from: string, to: string) => `It leaves ${from} and belongs to ${to}.`,
  moveHolds: 'Labels that wait on it are held: they are not printed at the other pharmacy.',
  moveEndsRole: 'Its role ends: it has no part in printing until it gets a role there.',
  moveOffline: 'It is offline, and is told when it is back.',
  moveBack: 'It can be moved back in the same way; its role has to be given anew.',
  moveConfirm: 'Move it',
  moved: 'The computer belongs to this pharmacy now. Give it a role here if it is to print.',
  moveFull: 'Nothing was moved: that pharmacy has no room for another computer.',
  revoke: 'Withdraw access…',
  revokeEnds: 'It is disconnected within 2 seconds, and may not connect any more.',
  revokeKeeps: 'Its row, name and role stay as they are.',
  revokeUndo: 'To undo it, make a new pairing code and run “agent pair” on the computer.',
  revokeConfirm: 'Withdraw its access',
  revokedNow: 'The access is withdrawn. A new pairing code lets the computer in again.',
  remove: 'Remove…',
  removeEnds: 'It is disconnected within 2 seconds, and may not connect any more.',
  removeDeletes: 'Its history and its printer configuration are deleted. This cannot be undone.',
  removeBack: 'With a new pairing code it comes back as a new computer.',
  removeConfirm: 'Remove it',
  removed: 'The computer is removed.',
  hasPrinter: (n: number) =>
    n === 0
      ? 'It is the printer computer of the pharmacy.'
      : `It is the printer computer: ${clients(n)} print through it.`,
  conflictTitle: (computer: string) => `Two computers use the identity of ${computer}`,
  conflictIntro:
    'Usually a disk was copied. The one that is connected stays, the other one is refused until one of them gets a new identity. That one then appears as a computer of its own, without a role; the other one keeps name, role and history.',
  side: (computer: string) => `One of them: ${computer}`,
  localAddress: 'Local address',
  publicAddress: 'Public address',
  certificate: 'Certificate',
  isIn: 'connected',
  isOut: 'refused',
  seen: 'Seen',
  newIdentity: 'Give this one a new identity',
  isLeaving: 'It gets its new identity when it connects next, within a minute.',
  otherIsLeaving: 'The other one is getting a new identity.',
  identityGiven: 'The computer gets a new identity and then appears as one of its own.',
}

export type ComputerTexts = typeof computersEn
