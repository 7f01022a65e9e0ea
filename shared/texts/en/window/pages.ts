// The pages of the window about pharmacy, printers, log and version, in English. A group of the catalogue.
import type { ByPrinterKind } from '../../../printers/printer-kinds.ts'

/** Of the operating system's service. */
interface ServiceText {
  readonly isRunning: boolean
  readonly startsWithComputer: boolean
}

export const windowPagesEn = {
  pairing: {
    intro:
      'A pairing code lets this computer into a pharmacy. The support team makes one for you; it is good for 10 minutes.',
    code: 'Pairing code',
    codeHint: 'Eight letters, such as BCDF-GHJK',
    codeFault: 'A pairing code has eight letters, none of them A, E, I, O, U or Y.',
    hub: 'Address of the portal',
    hubHint: 'The support team tells it with the code, such as portal.example',
    hubFault: 'Type the address, such as portal.example',
    pair: 'Pair this computer',
    pairing: 'This computer is being paired…',
    paired: (pharmacy: string) => `Paired with ${pharmacy}`,
    roleNext: 'Next, the support team chooses its role. This page says when that is done.',
    readyNext: 'It has its role. Print a test label to see that labels come out.',
    belongs: 'This computer belongs to',
    none: 'no pharmacy yet',
    computer: 'Name of this computer',
    hubOf: 'Portal',
    notSet: 'not known yet',
    certificate: 'Certificate of this computer',
    certificateHint: 'These digits prove which computer this is. They are no secret.',
    again: 'Pair anew',
    againText:
      'Only when the support team asks for it. If it is another pharmacy, labels that wait are held until somebody here says what becomes of them.',
    /** By the code that the agent refuses with. */
    refusals: {
      request_refused:
        'The portal does not take this code: it is wrong, was used already, or is older than 10 minutes. Ask the support team for a new one.',
      rate_limited: 'Too many tries. Wait a minute, then type a new code.',
      upstream_unavailable:
        'The portal cannot be reached. Check the internet connection, the address of the portal, and date and time of this computer.',
      upstream_timeout: 'The portal did not answer in time. Try again with the same code.',
      state_conflict: 'This computer cannot be paired like this.',
      invalid: 'This is no address of a portal. It looks like portal.example',
    },
    peers: {
      title: 'Computers that exchange labels with this one',
      none: 'None yet.',
      target: 'has the printer',
      standby: 'has the standby printer',
      client: 'prints through this computer',
      unnamed: 'A computer without a name',
      trusted: 'Its certificate is known.',
      changed: (computer: string) => `${computer} shows another certificate than before`,
      changedText: (computer: string) =>
        `Its labels wait. That is so after it was set up anew; otherwise somebody may pretend to be it. Open this page on ${computer}, look at “Certificate of this computer”, and compare every digit.`,
      same: 'All digits are the same: trust it',
      different: 'If one digit differs, do nothing here and call support.',
      confirmed: (computer: string) => `${computer} is trusted again. Its labels go on.`,
    },
  },
  printers: {
    intro: 'The support team chooses which of these the labels come out of.',
    client: (computer: string) =>
      `Labels of this computer come out at ${computer}. Below are the printers of this computer itself.`,
    prints: 'Labels come out here',
    none: 'No printer was found. Connect it, switch it on and set it up in this computer’s system, or add a network printer below.',
    missing: (printer: string) =>
      `${printer} is the chosen printer, and this computer does not find it. Look whether it is switched on and connected.`,
    again: 'Look again',
    kinds: {
      cups: 'set up in this computer’s system',
      win: 'set up in Windows',
      usb: 'plugged in',
      serial: 'on a serial port',
      tcp: 'network printer',
      tls: 'network printer, encrypted',
      folder: 'folder, for tests',
      other: 'printer',
    } satisfies ByPrinterKind,
    answered: (time: string) => `It answered at ${time}.`,
    nothingWrong: 'It reports nothing wrong.',
    mute: 'It does not say how it is. That is usual for many printers.',
    add: 'Add a network printer',
    addText:
      'Only for a label printer with a network cable or Wi-Fi of its own. Printers that are set up in the system are found by themselves.',
    host: 'Address of the printer',
    hostHint: 'Such as 192.168.1.50; it stands on the settings label of the printer, or in its menu.',
    hostFault: 'Type the address of the printer, such as 192.168.1.50',
    port: 'Port',
    portHint: 'Nearly always 9100, and 9143 where it encrypts',
    encrypted: 'The printer encrypts (TLS)',
    encryptedHint:
      'Where the printer can, such as Zebra’s with Link-OS. Labels then travel encrypted, and the printer is known by its certificate: the first one that it shows is kept.',
    portFault: 'A port is a number from 1 to 65535.',
    addButton: 'Add it',
    added: (printer: string) => `${printer} is in the list now. The support team can choose it.`,
    remove: (printer: string) => `Remove ${printer}`,
    removeText: (printer: string) =>
      `Take ${printer} off the list? If it is the chosen printer, labels wait until another one is chosen.`,
    removeNow: 'Yes, remove it',
    removed: (printer: string) => `${printer} is off the list.`,
    fixed: 'The list of network printers is fixed by whoever set this computer up.',
  },
  /** Of printers that encrypt. */
  certificate: {
    title: 'Certificate',
    none: 'No certificate of it was seen yet. The first one that it shows is kept.',
    how: {
      setting: 'Named by the settings of this computer.',
      first_use: 'Kept when the printer showed it first.',
      confirmed: 'Confirmed by a person at this computer.',
    },
    changed: (printer: string) => `${printer} shows another certificate than before`,
    unknown: (printer: string) => `The certificate of ${printer} is not trusted yet`,
    changedText:
      'Its labels wait. That is so after the printer was exchanged or set up anew; otherwise something may pretend to be the printer, and would read the labels. Compare every digit with what the printer itself shows, in its menu or on its web page.',
    known: 'Known so far',
    shown: 'It shows now',
    trust: 'The printer itself shows the same digits: trust this printer',
    different: 'If one digit differs, do nothing here and call support.',
    pinned:
      'The settings of this computer say which certificate it has, so it can be changed there alone: Settings, Network and serial printers.',
    confirmed: (printer: string) =>
      `${printer} is trusted with it from now on. Labels that wait for it go on.`,
  },
  /** Windows' printer that leads to this program. */
  local: {
    title: 'Printing from every program',
    offer:
      'Some programs print only on printers of Windows. One click adds one, “Pharmacy labels”, which hands its labels to this program. Windows may ask for an administrator.',
    add: 'Add the printer to Windows',
    underWay: 'Windows may be asking for an administrator. Look for its question.',
    there: (names: string) =>
      `“${names}” is in Windows. Choose it in a program, and its labels come out like all others.`,
    driverHint:
      'It is for programs that send labels in the language of the printer. For programs that draw their labels, choose the driver of your label printer in its properties in Windows.',
    wrong: 'The printer in Windows does not lead to this program any more',
    putRight: 'Put it right',
    added: 'The printer is in Windows now.',
    removed: 'The printer is out of Windows.',
    remove: 'Remove the printer from Windows',
    removeText: (names: string) =>
      `Take “${names}” out of Windows? Programs that print on it then print nothing.`,
    removePort: 'Take what is left of it out of Windows?',
    removeNow: 'Yes, remove it',
    needsAdministrator: 'Windows lets an administrator alone do that',
    terminal: 'An administrator opens a terminal with “Run as administrator”, and types:',
  },
  doctor: {
    intro: 'Tests each place that a label comes by. That takes at most 10 seconds and prints nothing.',
    underWay: 'The way of the labels is being tested. That takes at most 10 seconds.',
    again: 'Test again',
    fine: 'Nothing stops labels',
    allHops: 'Every place',
    took: (seconds: string) => `Took ${seconds} s`,
    at: (time: string) => `Tested at ${time}`,
  },
  logs: {
    bundle: 'Support bundle',
    bundleText:
      'One file with everything that the support team needs to help: how this computer is doing, its settings, and its log.',
    inIt: 'In it: states and times, what the check of the connection finds, the last labels without their content, the log.',
    notInIt:
      'Not in it: what is on labels, patients, keys, pairing codes, and names of people, of the pharmacy and of other computers.',
    save: 'Save the support bundle…',
    making: 'The support bundle is being made. That takes up to 10 seconds.',
    saved: (file: string) => `${file} is saved. You can read it before you send it.`,
    notSaved: 'Nothing was saved.',
    title: 'What happened last',
    intro: 'For the support team, in English. The newest comes first.',
    onlyProblems: 'Only warnings and errors',
    none: 'There is nothing here yet.',
    noProblems: 'Among the newest lines there are no warnings or errors.',
    levels: { debug: 'Detail', info: 'Note', warn: 'Warning', error: 'Error' },
  },
  about: {
    product: 'This program',
    version: 'Version',
    since: 'Running since',
    computer: 'Name of this computer',
    installation: 'Installation',
    folder: 'Data folder',
    keys: 'Keys are kept',
    keyStores: {
      dpapi: 'sealed by Windows for this service’s account',
      'systemd-creds': 'sealed by systemd for this computer',
      file: 'in a file that only this program’s user can read',
    },
    notLooked: 'Not looked yet since the start.',
    off: 'Updates do not come by themselves here',
    stay: 'Stay with this version',
    goBack: 'Go back',
    startedBy: 'Kept running by',
    starters: {
      service: 'the service of the operating system',
      hand: 'nobody: it was started by hand',
    },
    service: 'Service',
    notInstalled: 'not installed',
    installed: ({ isRunning, startsWithComputer }: ServiceText) =>
      `installed, ${isRunning ? 'runs' : 'does not run'}, ${startsWithComputer ? 'starts with the computer' : 'does not start with the computer'}`,
    kept: 'Version kept',
    keptNone: 'none before this one',
    updatesCome: 'How updates come',
    comeByThemselves: 'By themselves, signed by the publisher, when no label is being sent.',
    lastUpdate: 'Last update',
    noUpdate: 'none yet',
    otherUpdate: 'one that this version does not know',
    taken: (version: string, before: string) => `Version ${version} took the place of ${before}.`,
    proving: (version: string, before: string) =>
      `Version ${version} is on trial; if it does not reach the hub, ${before} comes back.`,
    left: (version: string, before: string, time: string) =>
      `Version ${version} was left on ${time}; ${before} runs again.`,
    licence: 'Open source, MIT licence.',
  },
}

export type WindowPagesTexts = typeof windowPagesEn
