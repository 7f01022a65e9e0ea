// What people read about pairing codes, in English. A group of its own in the catalogue.
import { byCount } from './language.ts'

export const pairingEn = {
  title: 'Add a computer',
  intro: (pharmacy: string) => `A pairing code lets one computer into ${pharmacy}.`,
  points: [
    'It is shown once, and is good for 10 minutes and for one computer.',
    'Five wrong tries end it.',
    'Computers that are in already stay as they are.',
  ],
  needsApproval: 'The computer waits for approval',
  needsApprovalHint: (roles: string) =>
    `It may do nothing until ${roles} approves it here. For codes that are passed on.`,
  bySms: (phone: string) => `Also send the code by SMS to ${phone}`,
  bySmsHint: 'To the phone of the pharmacy. Ask there first who will read it.',
  sms: {
    sent: (phone: string) => `The code was sent to ${phone}.`,
    failed: (phone: string) => `The code could not be sent to ${phone}. Tell it another way.`,
    unknown: (phone: string) =>
      `Nobody knows yet whether the code reached ${phone}. It is not sent again by itself: ask there, or tell it another way.`,
    not_set_up: () => 'The platform sends no text messages. Tell the code another way.',
  },
  make: 'Make a pairing code',
  outdated: 'The form was too old, so no code was made. Please confirm again.',
  full: 'This pharmacy has too many open pairing codes. Withdraw them, or wait until they run out.',
  madeAlready:
    'The form was sent a second time. No further code was made, and the first one is not shown again. If nobody has noted it, withdraw it and make another one.',
  code: 'Pairing code',
  once: 'The code is shown only now. Whoever has it can add one computer to this pharmacy.',
  goodFor: (time: string) => `Good for another ${time}`,
  goodUntil: (time: string) => `Good until ${time}`,
  ranOut: 'The code has run out.',
  stepsTitle: 'What to do with it',
  install: 'Install the agent on the computer of the pharmacy.',
  type: 'Open its window there, from the icon near the clock, and type in this address and the code.',
  address: 'Address of the portal',
  run: 'Linux and macOS without the window: run this command in a terminal.',
  fromSource: 'In a checkout of the source code, write “npm run agent --” in place of “pharmacy-relay”.',
  appears: 'The computer appears on this page within a few seconds.',
  appearsToApprove:
    'The computer appears on this page within a few seconds, with the button that approves it.',
  unused: 'No computer has used the code yet.',
  usedBy: (computer: string) => `Paired with ${computer}.`,
  chooseRole: 'Choose its role',
  isIn: 'It belongs to the pharmacy now.',
  /** What became of it is not kept for ever. */
  ended: 'The code cannot be used any more.',
  withdrawnBy: (staff: string) => `${staff} withdrew the code.`,
  wasWithdrawn: 'The code was withdrawn.',
  triedFrom: (address: string) => `Five wrong tries ended the code, the last of them from ${address}.`,
  wasTried: 'Five wrong tries ended the code.',
  wasUsed: 'A computer has used the code.',
  makeNew: 'Make a new code',
  notShownAgain: 'The code itself is not shown again.',
  look: 'See whether a computer has used it',
  open: (n: number) => byCount(n, `${n} pairing code is open`, `${n} pairing codes are open`),
  withApproval: 'with approval',
  withdraw: 'Withdraw',
  withdrawHint: 'Withdrawing ends every open code of this pharmacy.',
  withdrawn: 'The pairing codes are withdrawn.',
  another: 'Another code',
  toPharmacy: 'To the pharmacy',
}

export type PairingTexts = typeof pairingEn
