// Sessions, with their permissions and protocols.
import { control, needReady, needUnready } from './control.ts'

/** Of a page that asks. */
interface Contents {
  getURL(): string
}
type RequestHandler = (contents: Contents, permission: string, answer: (isGranted: boolean) => void) => void
type CheckHandler = (contents: Contents | null, permission: string, origin: string) => boolean
type PageHandler = (request: Request) => Promise<Response>

export class FakeProtocol {
  readonly fakeHandlers = new Map<string, PageHandler>()

  handle(scheme: string, handler: PageHandler): void {
    if (!control.schemes.includes(scheme)) throw new Error(`strict: the scheme ${scheme} has no privileges`)
    if (this.fakeHandlers.has(scheme)) throw new Error(`Protocol ${scheme} has been registered already`)
    this.fakeHandlers.set(scheme, handler)
  }

  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    needUnready('protocol.registerSchemesAsPrivileged()')
    control.schemes.push(...schemes.map(({ scheme }) => scheme))
  }
}

export class Session {
  readonly protocol = new FakeProtocol()
  readonly fakePartition: string
  /** Without a handler Electron grants everything. */
  fakeRequest: RequestHandler | null = null
  fakeCheck: CheckHandler | null = null
  fakeDevice: (() => boolean) | null = null

  constructor(partition: string) {
    this.fakePartition = partition
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.fakeRequest = handler
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.fakeCheck = handler
  }

  setDevicePermissionHandler(handler: (() => boolean) | null): void {
    this.fakeDevice = handler
  }
}

export const protocol = new FakeProtocol()

const sessions = new Map<string, Session>()

export const session = {
  fromPartition: (partition: string, _options?: Electron.FromPartitionOptions): Session => {
    if (!control.isReady) throw new Error('Session can only be received when app is ready')
    needReady('Session')
    const present = sessions.get(partition) ?? new Session(partition)
    sessions.set(partition, present)
    return present
  },
}
