// A label printer that is not there: builds its parts once, and starts and stops them in order.
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { LabelDrawer } from '../drawing/label-drawer.ts'
import { Faults } from './faults.ts'
import { HttpServer } from './http/http-server.ts'
import { testPrinterRoutes } from './http/routes.ts'
import { Odometer } from './odometer.ts'
import { PrintEngine, type EngineState } from './print-engine.ts'
import { Roll } from './roll.ts'

export interface TestPrinterOptions {
  /** Shown on the page and told as `device.friendly_name`. */
  readonly name: string
  readonly rawHost: string
  /** 0 picks a free port, kept through refusals and power cuts. */
  readonly rawPort: number
  /** Beside it, within TLS; null: there is none, 0 picks a free one, kept as that. */
  readonly tlsPort: number | null
  /** When the certificate that is made at the start was made; another moment than now makes one that has expired. */
  readonly certificateMs: number | null
  /** A loopback address. */
  readonly httpHost: string
  readonly httpPort: number
  /** What a second connection meets while one is served. */
  readonly whenBusy: 'wait' | 'refuse'
  readonly maxWaiting: number
  /** A connection that brings nothing for this long is over. */
  readonly idleMs: number
  /** No `~HS` while paper is out or the head is open. */
  readonly silentWhenStopped: boolean
  /** Its raw port is the end of a serial line: each format is an entry, and a half one stays. */
  readonly isLine: boolean
  /** What a stopped printer takes in before it stops reading; the system's socket buffers come on top. */
  readonly inputBufferBytes: number
  readonly maxJobBytes: number
  readonly maxRollEntries: number
  readonly maxRollBytes: number
  /** Keeps the odometer over restarts; null does not. */
  readonly odometerFile: string | null
  readonly clock: Clock
  readonly logger: Logger
}

export interface TestPrinter {
  /** Known once started. */
  readonly rawPort: number
  /** Null where it has no TLS port. `fingerprint`: SHA-256 of its certificate, 64 hexadecimal digits. */
  readonly tls: { readonly port: number; readonly fingerprint: string } | null
  readonly httpPort: number
  readonly roll: Roll
  readonly faults: Faults
  readonly odometer: Odometer
  /** What its display would say. */
  state(): EngineState
  /** Throws the system's error when a port cannot be had. */
  start(): Promise<void>
  /** Ends within about a second. */
  stop(): Promise<void>
}

/** For tests: free ports, a minute of patience, nothing kept. */
export const DEFAULT_OPTIONS: TestPrinterOptions = {
  name: 'Test printer',
  rawHost: '127.0.0.1',
  rawPort: 0,
  tlsPort: null,
  certificateMs: null,
  httpHost: '127.0.0.1',
  httpPort: 0,
  whenBusy: 'wait',
  maxWaiting: 16,
  idleMs: 60_000,
  silentWhenStopped: true,
  isLine: false,
  inputBufferBytes: 64 * 1024,
  maxJobBytes: 64 * 1024 * 1024,
  maxRollEntries: 10_000,
  maxRollBytes: 256 * 1024 * 1024,
  odometerFile: null,
  clock: systemClock,
  logger: silentLogger,
}

/** Throws ProblemError state_conflict when the odometer file is none. */
export function createTestPrinter(options: Partial<TestPrinterOptions> = {}): TestPrinter {
  const settings = { ...DEFAULT_OPTIONS, ...options }
  const { name, clock, logger } = settings
  const limits = { maxEntries: settings.maxRollEntries, maxBytes: settings.maxRollBytes }
  const roll = new Roll({ limits, clock })
  const faults = new Faults()
  const odometer = new Odometer(settings.odometerFile)
  const drawer = new LabelDrawer({ clock })
  const engine = new PrintEngine({ ...settings, faults, odometer, roll, logger: logger.named('engine') })
  const state = () => ({
    name,
    state: engine.state(),
    faults: faults.now(),
    rawAddress: `${settings.rawHost}:${engine.rawPort}`,
    tls: engine.tls,
    labelsPrinted: odometer.labelsPrinted(),
  })
  const http = new HttpServer({
    host: settings.httpHost,
    port: settings.httpPort,
    routes: testPrinterRoutes({ roll, faults, drawer, state }),
    clock,
    logger: logger.named('http'),
  })
  roll.onChange(() => http.tellPages())
  engine.onChange(() => http.tellPages())

  return {
    get rawPort() {
      return engine.rawPort
    },
    get tls() {
      return engine.tls
    },
    get httpPort() {
      return http.port
    },
    roll,
    faults,
    odometer,
    state: () => engine.state(),
    start: async () => {
      await engine.start()
      await http.start().catch(async (error: unknown) => {
        await engine.stop()
        throw error
      })
    },
    stop: async () => {
      await http.stop()
      await engine.stop()
      await drawer.stop()
    },
  }
}
