// The frame of the window at a pharmacy's computer and its overview, in English. A group of the catalogue.

const labels = (n: number) => (n === 1 ? '1 label' : `${n} labels`)

export const windowEn = {
  pages: {
    overview: 'Overview',
    labels: 'Labels',
    printers: 'Printers',
    doctor: 'Check the connection',
    pairing: 'Pharmacy',
    settings: 'Settings',
    logs: 'Log',
    about: 'Version',
  },
  loading: 'One moment…',
  tryAgain: 'Try again',
  back: 'Back',
  /** Behind the words of the agent, which are English. */
  agentSays: 'The program says:',
  noSuchPage: 'There is no such page here.',
  toOverview: 'To the overview',
  silence: {
    not_running: {
      title: 'Pharmacy Relay does not answer',
      words: 'Labels may not come out at the moment. This page tries again by itself.',
      tray: 'If it stays like this for a minute, restart the computer or call support.',
      browser:
        'If it stays like this, type on the computer itself: agent open. It prints a new link for this page.',
    },
    ended: {
      title: 'This page has ended',
      words: 'For safety it ends after a while without use. Labels go on.',
      tray: 'Close the window and open it again from the icon.',
      browser: 'Type on the computer itself: agent open. It prints a new link for this page.',
    },
    not_supported: {
      title: 'The program was updated',
      words: 'This page is of the version before. Labels go on.',
      tray: 'Close the window and open it again from the icon.',
      browser: 'Load the page again.',
    },
    role_not_allowed: {
      title: 'This user may not look at Pharmacy Relay',
      words: 'Labels may come out all the same.',
      tray: 'Sign in to the computer as the user who set it up, or ask support to let this user in.',
      browser: 'Open the page as the user who set it up, or ask support to let this user in.',
    },
  },
  refusals: {
    state_conflict: 'That is not possible at the moment.',
    not_found: 'This label is not known any more: it was cleaned up.',
    rate_limited: 'Too often. Wait a moment, then try again.',
    device_timeout: 'No answer came in time. Look at the printer before you try again.',
    other: 'That did not work.',
  },
  overview: {
    what: 'This computer',
    pharmacy: 'Pharmacy',
    noPharmacy: 'none yet',
    role: 'Its part in printing',
    roles: {
      None: 'none yet: support chooses it',
      Server: 'It has the printer',
      Client: 'It prints through another computer',
    },
    printer: 'Printer',
    noPrinter: 'none chosen',
    printerFine: 'reports nothing wrong',
    printerMute: 'does not say how it is',
    target: 'Printer computer',
    noTarget: 'none yet',
    way: 'Way of the labels',
    ways: {
      printer: 'From this computer straight to the printer',
      lan: (computer: string) => `Over the local network to ${computer}`,
      hub: (computer: string) => `Over the internet to ${computer}, because the local network does not work`,
      none: (computer: string) => `None to ${computer} at the moment`,
      nowhere: 'Nowhere yet',
    },
    port: 'Label programs send to',
    portOpen: (port: number) => `port ${port} of this computer`,
    portClosed: 'No port is open',
    hub: 'Support',
    hubs: {
      online: 'Connected: support can see this computer',
      connecting: 'Connecting…',
      waiting: 'Not connected; it tries again by itself',
      refused: 'Not let in',
      off: 'Not set up',
    },
    lastLabel: 'Last label',
    noLabel: 'None came yet.',
    look: 'Look at it',
    allLabels: 'All labels',
    test: 'Print a test label',
    testing: 'The test label is on its way…',
    testNotNow: 'Possible once this computer has its part in printing.',
    waiting: (n: number) => `${labels(n)} waiting`,
  },
  pause: {
    button: 'Pause printing…',
    title: 'Pause printing',
    words: 'Labels are taken and kept, and come out afterwards. For how long?',
    minutes: (n: number) => (n < 60 ? `${n} minutes` : n === 60 ? '1 hour' : `${n / 60} hours`),
    cancel: 'Do not pause',
    resume: 'Go on printing now',
    until: (time: string) => `Paused until ${time}. Then it goes on by itself.`,
    resumed: 'Printing goes on.',
  },
}

export type WindowTexts = typeof windowEn
