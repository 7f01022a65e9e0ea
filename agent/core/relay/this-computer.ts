// What this computer says about itself: names, addresses, memory, operating system.
import { isIP } from 'node:net'
import os from 'node:os'
import { DeviceRegistration, type SystemReport } from '@pharmacy-relay/shared/device.ts'
import type { ComputerTexts } from '../settings/effective-settings.ts'
import type { Locations } from '../settings/locations.ts'
import type { RelaySetup } from './relay-setup.ts'

const MAX_ADDRESSES = 32

type Interfaces = ReturnType<typeof os.networkInterfaces>

/** Defaults of settings that differ by computer; a name that the contract does not allow is replaced. */
export function computerTexts(locations: Locations): ComputerTexts {
  const { computerName, username } = DeviceRegistration.shape
  return {
    ComputerName: computerName.catch('computer').parse(os.hostname().split('.')[0]),
    Username: username.catch('user').parse(userName()),
    DataFolder: locations.dataFolder,
    ControlSocket: locations.controlSocket,
  }
}

/** Addresses that others may reach, the one that is set first; without loopback and link-local ones. */
export function reachableAddresses(interfaces: Interfaces, localAddress: string | null): string[] {
  const found = Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter(
      ({ internal, address }) => !internal && isIP(address) !== 0 && !/^(fe80:|169\.254\.)/i.test(address),
    )
    .sort((a, b) => Number(a.family === 'IPv6') - Number(b.family === 'IPv6'))
    .map(({ address }) => address)
  const all = localAddress === null ? found : [localAddress, ...found]
  return [...new Set(all)].slice(0, MAX_ADDRESSES)
}

/** The address to show for this computer. */
export function localIpAddress(setup: RelaySetup): string {
  return reachableAddresses(os.networkInterfaces(), setup.localAddress)[0] ?? '127.0.0.1'
}

/** This device's certificate, and while keys are exchanged the one that is to follow it. */
export type ReportedCertificates = Pick<SystemReport, 'certificate' | 'successor'>

/** `tcpPort`: the port that is open for labels. */
export function systemReport(
  setup: RelaySetup,
  { tcpPort, ...certificates }: Pick<SystemReport, 'tcpPort'> & ReportedCertificates,
): SystemReport {
  return {
    totalRamMb: Math.round(os.totalmem() / 1_048_576),
    supportAppNumber: setup.supportAppNumber,
    os: `${os.type()} ${os.release()} ${os.arch()}`.slice(0, 120),
    addresses: reachableAddresses(os.networkInterfaces(), setup.localAddress),
    ...certificates,
    tcpPort,
  }
}

// Services without an entry in the user list have no user name.
function userName(): string {
  try {
    return os.userInfo().username
  } catch {
    return 'user'
  }
}
