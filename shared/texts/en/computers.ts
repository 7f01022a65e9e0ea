// What people read about who may connect and as whom: presence, approval, moving, removing, copies. In English.
import { byCount } from './language.ts'

const clients = (n: number) => byCount(n, `${n} Client`, `${n} Clients`)

export const computersEn = {
  degraded: 'Online, not answering',
  degradedAdvice: 'The connection is there, but its agent leaves heartbeats unanswered.',
  reconnecting: 'Reconnecting',
  reconnectingAdvice: 'The connection ended within the last seconds.',
  clockAhead: (by: string) => `Clock ${by} ahead`,
  clockBehind: (by: string) => `Clock ${by} behind`,
  clockAdvice: 'The clock of the computer is wrong. Let its system set the time by itself.',
  waiting: 'Waiting for approval',
  waitingAdvice: 'It came with a pairing code and may do nothing until it is approved.',
  revoked: 'Access withdrawn',
  revokedAdvice: 'A new pairing code lets it in again.',
  waitingTitle: (n: number) =>
    byCount(n, `${n} computer waits for approval`, `${n} computers wait for approval`),
  waitingIntro:
    'Approve a computer only when somebody at the pharmacy has just paired it, and the window there, under Pharmacy, or “agent keys” shows this certificate.',
  approve: 'Approve',
  approved: 'The computer is approved. It connects by itself within a minute.',
  onlyRoles: (roles: string) => `Only ${roles} may do this.`,
  changed: 'That was not possible any more: somebody else was faster. This is how it is now.',
  details: 'Details',
  actions: 'Actions',
  name: 'Name in the panel',
  nameHint: (computer: string) => `Empty: ${computer}, as the computer calls itself.`,
  nameFault: 'This is no name: one line of at most 63 characters.',
  renamed: 'The name is saved.',
  ownName: (computer: string) => `calls itself ${computer}`,
  labelsBegin: (letter: string) => `labels ${letter}-1, ${letter}-2 …`,
  move: 'Move to another pharmacy',
  moveSearch: 'Store ID or name of the pharmacy',
  moveHint: 'Nothing is moved before you have confirmed it.',
  search: 'Search',
  noSuchPharmacy: 'No other pharmacy has that in its store ID or name.',
  moreMatch: (n: number) =>
    byCount(n, `${n} more matches. Write more of it.`, `${n} more match. Write more of it.`),
  moveTitle: (computer: string, pharmacy: string) => `Move ${computer} to ${pharmacy}`,
  moveLeaves: (from: string, to: string) => `It leaves ${from} and belongs to ${to}.`,
  moveHolds: 'Labels that wait on it are held: they are not printed at the other pharmacy.',
  moveEndsRole: 'Its role ends: it has none until it gets one there.',
  moveOffline: 'It is offline, and is told when it is back.',
  moveBack: 'It can be moved back in the same way; its role has to be given anew.',
  moveConfirm: 'Move it',
  moved: 'The computer belongs to this pharmacy now. Give it a role here if it is to print.',
  moveFull: 'Nothing was moved: that pharmacy has no room for another computer.',
  revoke: 'Withdraw access…',
  revokeEnds: 'It is disconnected within 2 seconds, and may not connect any more.',
  revokeKeeps: 'Its row, name and role stay as they are.',
  revokeUndo: 'To undo it, press “Restore access” at the computer.',
  revokeConfirm: 'Withdraw its access',
  revokedNow: 'The access is withdrawn. “Restore access” lets the computer in again.',
  restore: 'Restore access',
  restoreAdvice:
    '“Restore access” lets it in again with its name and role; it comes back by itself within 20 minutes, at once when its agent is started again. With a new pairing code, typed into the window of the agent on the computer, it comes back at once.',
  restored:
    'The access is restored. The computer comes back by itself within 20 minutes, at once when its agent is started again.',
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
  onlyOnline: (button: string) => `${button}: only while it is online.`,
  offline: 'The computer is offline and cannot be asked. Check that it is switched on and has internet.',
  silent: 'The computer did not answer within 10 seconds. Check that it is awake, then ask again.',
  refused: 'The computer could not do this.',
}

export type ComputerTexts = typeof computersEn
