// The window's page on which people ask support for help, in English. A group of the catalogue.
import { byCount } from '../language.ts'

const answers = (n: number) => byCount(n, `${n} new answer`, `${n} new answers`)

export const windowHelpEn = {
  askTitle: 'Ask for help',
  askAgain: 'Ask for help with something else',
  askText:
    'Support then sees what the check of this computer finds: which place stops labels. You can add a few words, and need not.',
  words: 'What is the matter? (optional)',
  wordsHint: 'Please write no names of patients.',
  wordsFault: 'This is too long: at most 4,000 letters.',
  ask: 'Ask for help',
  asking: 'Your request is kept…',
  unpaired:
    'This computer belongs to no pharmacy yet, so support cannot see it. Pair it first, or telephone.',
  toPairing: 'To the pairing code',
  noConnection:
    'There is no connection at the moment. What you write is kept, and sent as soon as it is back.',

  askedAt: 'You asked for help',
  withoutWords: 'You asked for help without words. Support has the check of this computer.',
  notSent: 'Not sent yet: the connection is down. It is sent as soon as it is back.',
  urgent: 'If it is urgent, telephone support.',
  beingSent: 'It is being sent…',
  delayed: 'Support does not take it just now, and it is tried again:',
  refused: 'Support did not take this:',
  sendAgain: 'Send it again',
  drop: 'Do not send it',
  states: {
    new: 'Support has your request. Nobody has taken it yet.',
    claimed: (name: string) => `${name} takes care of it.`,
    claimedByNobody: 'Somebody takes care of it.',
    released: 'Support has your request. Nobody takes care of it at this moment.',
    done: 'Support says that this is done.',
    removed: 'Support removed this request.',
  },
  talk: 'Conversation with support',
  you: 'This computer',
  support: 'Support',
  supportWrites: 'Support is writing…',
  erased: 'These words were removed.',
  write: 'Write to support',
  writeAfterEnd: 'Write again, and the request is open again',
  send: 'Send',
  bundleText:
    "The support bundle says how this computer is: its state, its settings and its log. Nothing that is on labels is in it, and no name but this computer's.",
  bundleSee: 'See it first',
  bundleSend: 'Send the support bundle',
  bundleMaking: 'It is being made…',
  label: {
    title: 'For support',
    text: 'Support helps you at the moment. It can get a picture of how this label is laid out: each letter is an X, and pictures are left out.',
    show: 'Show what would be sent',
    alt: (n: string) => `Masked picture of label ${n}`,
    consent: 'I agree that support gets exactly this picture.',
    tickFirst: 'Please tick the box first.',
    send: 'Send it to support',
    sent: 'It goes to support with your request.',
    toTalk: 'To the conversation',
    notSent: 'It was not sent. Show it again and try once more.',
  },
  solvedQuestion: 'Is it solved?',
  solved: 'Yes, it is solved',
  notSolved: 'No, it is not solved',
  saidSolved: 'You said that it is solved. Thank you.',
  saidNotSolved: 'You said that it is not solved. The request is open again.',
  others: 'Your other requests',
  noSubject: 'Request without words',
  done: 'done',

  /** In the navigation, behind the name of the page. */
  unread: answers,
  news: (n: number) => `Support wrote to you: ${answers(n)}.`,
  read: 'Read it',
  askHere: 'Ask support for help',

  /** In the menu of the icon, and its notification. */
  menu: 'Ask support for help…',
  menuUnread: (n: number) => `Support wrote: ${answers(n)}`,
  noticeTitle: (product: string) => `${product}: support wrote`,
  notice: (n: number) =>
    `${byCount(n, 'There is a new answer', `There are ${n} new answers`)} for you. Click to read.`,
}

export type WindowHelpTexts = typeof windowHelpEn
