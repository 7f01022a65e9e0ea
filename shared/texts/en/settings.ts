// The settings of an agent as people at its computer read them, in English. A group of its own in the catalogue.
import { PRINTER_EXAMPLES } from '../../printers/printer-kinds.ts'
import { languageChoices } from '../languages.ts'

export interface SettingText {
  readonly name: string
  readonly help: string
  /** What it may be, where that is not chosen from a list. */
  readonly allowed?: string
}

export const settingsEn = {
  intro:
    'Most of these are chosen by the support team or found by themselves. A change takes effect at once.',
  groups: {
    computer: 'This computer',
    labels: 'Labels',
    connection: 'Connection',
    support: 'For the support team',
  },
  /** By the setting's name. One that is not here is shown in the agent's own English. */
  names: {
    HubUrl: {
      name: 'Address of the portal',
      help: 'Where this computer connects to.',
      allowed: 'an address such as portal.example or https://portal.example:8443',
    },
    GatewayUrl: {
      name: 'Address of the gateway',
      help: 'Where a pharmacist signs in from this computer.',
      allowed: 'an address such as gateway.example or https://gateway.example:8443',
    },
    ComputerName: {
      name: 'Name of this computer',
      help: 'The support team sees it under this name.',
      allowed: '1 to 63 characters',
    },
    Username: {
      name: 'User name',
      help: 'Shown to the support team beside the name of the computer.',
      allowed: '1 to 104 characters',
    },
    Email: {
      name: 'E-mail address',
      help: 'Shown to the support team, so that it can write to you.',
      allowed: 'an address such as name@pharmacy.example',
    },
    SupportAppNumber: {
      name: 'Number for remote support',
      help: 'The number that the remote support program shows on this computer.',
      allowed: '1 to 32 characters',
    },
    Language: { name: 'Language', help: 'Of the icon near the clock and of this window.' },
    Printers: {
      name: 'Network and serial printers',
      help: 'Network printers are easier on the page Printers. Here with the kind before the address, and commas between; tls: where the printer encrypts. Of a serial port baud, data, parity, stop and flow (none, rtscts, xonxoff) are what the menu of the printer says.',
      allowed: `up to 20 printers, such as ${PRINTER_EXAMPLES}`,
    },
    LabelSenders: {
      name: 'Who may send labels here',
      help: 'Counts while this computer has the printer.',
    },
    LabelMedia: {
      name: 'Labels in the printer',
      help: 'Size of the labels and resolution of the printer, for labels of prescriptions. Counts while this computer has the printer; the others are told.',
      allowed: 'width x height in millimetres @ dpi, such as 100x50@203 or 76x51@300',
    },
    TcpPort: {
      name: 'Port for label programs',
      help: 'Counts while this computer prints through another one. Label programs expect 9100.',
      allowed: 'a number from 1 to 65535',
    },
    LocalAddress: {
      name: 'Own network address',
      help: 'Only for a computer with several network cards. Empty: the system chooses.',
      allowed: 'an address such as 192.168.1.20',
    },
    LogLevel: {
      name: 'What the log keeps',
      help: 'More than “note” only while the support team looks for something.',
    },
    UpdateUrl: {
      name: 'Address of the updates',
      help: 'Where this computer looks for new versions.',
      allowed: 'an address such as updates.example/agent',
    },
    UpdateKey: { name: 'Key of the updates', help: 'Only updates that are signed with it are taken.' },
    BrowserSignIn: {
      name: 'Sign-in in a browser',
      help: 'Whether a pharmacist may sign in on the pages of agent open, too.',
    },
    DataFolder: { name: 'Data folder', help: 'Where labels, settings and keys are kept.' },
    ControlSocket: { name: 'Control socket', help: 'Where this window asks the program.' },
  } as Readonly<Record<string, SettingText>>,
  /** By setting and value, where a value is chosen from a list. */
  choices: {
    Language: languageChoices('Like the computer'),
    LabelSenders: {
      computer: 'Programs on this computer only',
      network: 'Other devices of the pharmacy’s network too',
    },
    LogLevel: { debug: 'Everything, in detail', info: 'Notes', warn: 'Warnings', error: 'Errors only' },
  } as Readonly<Record<string, Readonly<Record<string, string>>>>,
  allowed: (range: string) => `Allowed: ${range}`,
  empty: 'not set',
  save: 'Save',
  reset: 'Back to the usual',
  /** `name`: of the setting; read out with the button. */
  saveOf: (name: string) => `Save: ${name}`,
  resetOf: (name: string) => `Back to the usual: ${name}`,
  saved: {
    now: 'Saved. It is used from now on.',
    restart: 'Saved. It is used from the next start of the program.',
    overridden: 'Saved, but not used: whoever set this computer up has fixed another value.',
  },
  fixed: 'Fixed by whoever set this computer up.',
  faulty: 'The kept value cannot be used.',
  refused: 'Not saved: that value is not possible.',
  more: 'More settings',
  moreHint: 'Change these only together with the support team.',
}

export type SettingsTexts = typeof settingsEn
