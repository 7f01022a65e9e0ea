// The thread's side: adds the printer that leads to this agent, and removes it. Done again, it changes nothing.
//
//   port ──▶ printer on it             add: port first, taken back when the printer cannot be had
//   printers on it ──▶ port            remove: every printer on that port leads here, whoever made it
import { WINDOWS_ERROR } from '../constants.ts'
import type { LocalFacts, LocalPlace } from '../spooler-facts.ts'
import { WindowsFailure } from '../worker/winspool-api.ts'
import type { AdminApi } from './admin-api.ts'
import { isLocalPort, LOCAL_COMMENT, LOCAL_PORT, LOCAL_PRINTER } from './names.ts'
import { deletedPortData, portData } from './port-data.ts'

/** Names that are tried where printers with ours stand on other ports. */
const MAX_NAMES = 9
const MAX_NAMED = 20

export function localFacts(api: AdminApi): LocalFacts {
  return { port: api.port(LOCAL_PORT), printers: namesOf(api).slice(0, MAX_NAMED) }
}

/** Throws WindowsFailure; then there is nothing that was not there before. */
export function addLocalPrinter(api: AdminApi, place: LocalPlace, driver: string): LocalFacts {
  const before = api.port(LOCAL_PORT)
  if (before === null) api.tellMonitor('AddPort', dataOf(place))
  else if (!leadsTo(before, place)) api.tellMonitor('ConfigPort', dataOf(place))
  try {
    if (namesOf(api).length === 0) addPrinter(api, driver)
  } catch (error) {
    if (before === null) takeBackPort(api)
    throw error
  }
  return localFacts(api)
}

/** Throws WindowsFailure: `busy` while a printer still prints what was in it, and goes then by itself. */
export function removeLocalPrinter(api: AdminApi): LocalFacts {
  for (const name of namesOf(api)) api.deletePrinter(name)
  if (api.port(LOCAL_PORT) !== null) api.tellMonitor('DeletePort', deletedPortData(LOCAL_PORT))
  return localFacts(api)
}

export function leadsTo(
  { host, port, isSnmpOn }: NonNullable<LocalFacts['port']>,
  place: LocalPlace,
): boolean {
  return host === place.host && port === place.port && !isSnmpOn
}

function dataOf({ host, port }: LocalPlace): Buffer {
  return portData({ name: LOCAL_PORT, host, port })
}

function namesOf(api: AdminApi): string[] {
  return api
    .queues()
    .filter(({ port }) => isLocalPort(port))
    .map(({ name }) => name)
}

function addPrinter(api: AdminApi, driver: string): void {
  const taken = new Set(api.queues().map(({ name }) => name.toLowerCase()))
  const names = Array.from({ length: MAX_NAMES }, (_, n) =>
    n === 0 ? LOCAL_PRINTER : `${LOCAL_PRINTER} ${n + 1}`,
  )
  const name = names.find((one) => !taken.has(one.toLowerCase())) ?? LOCAL_PRINTER
  const printer = { name, driver, port: LOCAL_PORT, comment: LOCAL_COMMENT }
  try {
    api.addPrinter(printer)
  } catch (error) {
    if (!isFailure(error, WINDOWS_ERROR.unknownDriver)) throw error
    // Windows has it on its disk and not yet among those that printers may use.
    api.installDriver(driver)
    api.addPrinter(printer)
  }
}

/** What went wrong is why the printer is not there. */
function takeBackPort(api: AdminApi): void {
  try {
    api.tellMonitor('DeletePort', deletedPortData(LOCAL_PORT))
  } catch (error) {
    if (!(error instanceof WindowsFailure)) throw error
  }
}

function isFailure(error: unknown, code: number): boolean {
  return error instanceof WindowsFailure && error.failure.code === code
}
