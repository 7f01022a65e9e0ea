// What pages are there for that several endpoints stand behind: who may call one of them gets the page and the way there.
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'

/** The editor: what a computer does in printing. */
export const CHANGE_ROLE = [storeApi.setRole, storeApi.savePrinterConfig, storeApi.saveStandby] as const

/** What the page of one computer changes; the page itself is for all staff. */
export const MANAGE_COMPUTER = [
  storeApi.renameComputer,
  storeApi.moveComputer,
  storeApi.revokeComputer,
  storeApi.restoreComputer,
  storeApi.removeComputer,
] as const
