// What the service is called on each system. Imports nothing: the launcher needs it as well, and stays small.

export const TITLE = 'Pharmacy Relay'
export const PURPOSE = "Takes the pharmacy's labels on port 9100 and prints them on the right printer"

export const LINUX = {
  /** Account, and the group of that name whose members may use the control socket. */
  account: 'pharmacy-relay',
  unit: 'pharmacy-relay.service',
  unitFile: '/etc/systemd/system/pharmacy-relay.service',
  /** Made by `systemctl enable`; by it the service starts with the computer. */
  startLink: '/etc/systemd/system/multi-user.target.wants/pharmacy-relay.service',
  command: '/usr/bin/pharmacy-relay',
  dataFolder: '/var/lib/pharmacy-relay',
} as const

export const WINDOWS = {
  name: 'PharmacyRelay',
  account: String.raw`NT SERVICE\PharmacyRelay`,
  firewallRule: 'Pharmacy Relay',
} as const

export const MAC = {
  label: 'pharmacy-device-relay.agent',
  account: '_pharmacyrelay',
  plistFile: '/Library/LaunchDaemons/pharmacy-device-relay.agent.plist',
  command: '/usr/local/bin/pharmacy-relay',
  dataFolder: '/Library/Application Support/PharmacyRelay',
} as const

/** Tells launcher.mjs that Windows' service manager started it; the data folder follows. */
export const SERVICE_FLAG = '--windows-service'
