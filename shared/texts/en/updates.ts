// What people at a computer of a pharmacy read about its updates, in English.
import type { UpdateFault, UpdatesOff, UpdateStep } from '../../update-codes.ts'

export const updatesEn = {
  title: 'Updates',
  version: (version: string) => `Version ${version}`,
  steps: {
    off: 'Updates are not looked for.',
    idle: 'This computer is up to date, as far as it knows.',
    checking: 'Looking for an update.',
    fetching: 'An update is being fetched. Labels go on.',
    waiting: 'An update is ready. It is taken when no label is being sent.',
    switching: 'The version is being exchanged. This takes some seconds.',
    proving: 'The new version runs and has to reach the hub within 5 minutes, or the one before comes back.',
  } satisfies Record<UpdateStep, string>,
  off: {
    no_launcher: 'The agent was started by hand. Only the installed service can exchange it.',
    no_key: 'This build knows no publisher whose updates it could trust.',
    no_address: 'No address of updates is set: setting UpdateUrl.',
    other: 'Updates are not looked for, for a reason that this version does not know.',
  } satisfies Record<UpdatesOff, string>,
  faults: {
    unreachable: 'The server of the updates cannot be reached. It is asked again by itself.',
    unsigned: 'The update is not signed by the publisher and was refused. Tell support.',
    not_understood:
      'The list of updates has a form that this version does not know. Install the newest by hand.',
    older: 'The server offers an older version than this computer had already. It was refused.',
    changed: 'The same version was offered with another content. It was refused. Tell support.',
    other_platform: 'The update is for another kind of computer.',
    needs_installer: 'This update needs the installer once. Install the newest version by hand.',
    damaged: 'The update did not arrive whole. It is fetched again by itself.',
    disk_full:
      'There is not enough room on the disk for the update. Make room: it is then fetched again by itself.',
    not_kept: 'The update could not be written to the disk. It is tried again by itself.',
    labels_busy: 'A label was being sent for too long. The update is tried again by itself.',
    not_started: 'The new version did not start, so the one before runs.',
    not_online: 'The new version did not reach the hub, so the one before runs.',
    left: 'Somebody here went back to the version before.',
    withdrawn: 'The publisher took the new version back, so the one before runs.',
    other: 'The update did not come about, for a reason that this version does not know.',
  } satisfies Record<UpdateFault, string>,
  offered: (version: string) => `Version ${version} is offered.`,
  notYetHere: (percent: number) => `It comes to ${percent} of 100 computers first; this one follows later.`,
  fetched: (percent: number) => `${percent} % fetched.`,
  lastCheck: (time: string) => `Looked at ${time}.`,
  nextCheck: (time: string) => `Looks again at ${time}.`,
  check: 'Look for updates now',
  back: (version: string) => `Go back to version ${version}`,
  backSure: (version: string) =>
    `Go back to version ${version}? The present one is not taken again by itself; the next newer one is.`,
  /** Staff have a computer look for one. */
  ask: {
    button: 'Update now',
    again: 'Look again',
    title: (computer: string) => `Update of ${computer}`,
    intro: 'The computer looks for an update and takes it by itself when no label is being sent.',
    underWay: 'The computer looks for an update. That takes at most 10 seconds.',
  },
}

export type UpdatesTexts = typeof updatesEn
