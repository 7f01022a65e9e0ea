// What people read where one thing is done with many computers, in English.
import { count, number } from '../language.ts'
import type { BulkActionKind, BulkObstacle } from '../../../api/support/bulk-actions.ts'

export const bulkEn = {
  title: 'For many computers at once',
  legend: 'For all computers of this list',
  action: 'What to do',
  choose: 'Show what it would touch',
  hint: (most: number) =>
    `The next page names every computer, at most ${number(most)}. Nothing is done before you confirm there.`,
  actions: {
    'role-none': 'Give them the role None',
    update: 'Update now',
    printers: 'Ask for their printers',
  } satisfies Record<BulkActionKind, string>,
  about: {
    'role-none': (days: number) =>
      `For computers that are gone: offline for ${days} days or more, or their access was withdrawn. Their labels have no printer afterwards; the role can be given again.`,
    update: () =>
      'Each connected computer looks for an update and takes it when no label is being sent. Those that are up to date change nothing.',
    printers: () => 'Each connected computer is asked which printers it has. Nothing is printed.',
  } satisfies Record<BulkActionKind, (days: number) => string>,
  touched: (n: number) => `${count(n, 'computer', 'computers')} would be touched`,
  left: (n: number) => `${count(n, 'computer', 'computers')} would be left as they are`,
  nobody: 'None of these computers can be touched.',
  empty: 'The list has no computers.',
  cut: (most: number) => `The list is longer: only its first ${number(most)} computers are here.`,
  confirm: (n: number) => `Do it for ${count(n, 'computer', 'computers')}`,
  back: 'Back to the list',
  why: 'Why not',
  obstacles: {
    none: 'It has the role None.',
    printer: 'The labels of its pharmacy go to its printer: choose another printer there first.',
    connected: 'It is connected.',
    recent: 'It was connected within the last days.',
    offline: 'It is offline.',
    gone: 'It is in this pharmacy no longer.',
  } satisfies Record<BulkObstacle, string>,
  progress: (done: number, all: number) => `${number(done)} of ${number(all)} done`,
  refresh: 'Show how far it is',
  ended: (done: number, left: number, failed: number) =>
    `Finished: ${number(done)} done, ${number(left)} left as they are, ${number(failed)} failed.`,
  stopped: 'It ended early: your session is over. What was done stands here.',
  result: 'Result',
  waits: 'not yet',
  roleGiven: 'It has the role None now.',
  printers: (n: number) => count(n, 'printer', 'printers'),
  logged: 'Each of these is a row of the staff history.',
  goneTitle: 'This is not known any more',
  goneAdvice: 'Results are kept for an hour. What was done stands in the staff history.',
  busy: 'Something is being done for many computers by you already. Wait for its end.',
}

export type BulkTexts = typeof bulkEn
