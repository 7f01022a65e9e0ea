// A phone as a scanner, without anybody signed in: pair it by the code of a workplace, scan, forget it.
import { Router, type RequestHandler } from 'express'
import { PATHS } from '../../views/paths.ts'
import { askToForget, forget } from './forget.ts'
import { pair, showPairing } from './pair.ts'
import { sendScan, showScanning } from './scan.ts'
import type { ScannerGiven, ScannerVisit } from './scanner-visit.ts'

export function scannerRoutes(given: ScannerGiven): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.scanner, visited(given, showScanning))
  router.post(PATHS.scanner, visited(given, sendScan))
  router.get(PATHS.pairScanner, visited(given, showPairing))
  router.post(PATHS.pairScanner, visited(given, pair))
  router.get(PATHS.forgetScanner, visited(given, askToForget))
  router.post(PATHS.forgetScanner, visited(given, forget))
  return router
}

function visited(given: ScannerGiven, handler: (visit: ScannerVisit) => Promise<void>): RequestHandler {
  return async (request, response) => {
    const paired = await given.cookie.read(request.headers.cookie)
    await handler({ ...given, context: given.contexts.of(response), paired })
  }
}
