// An agent of a campaign that runs on Windows' Node in Wine, with a Windows of its own: its registry, its processes, its print queue.
//
//   sh ─▶ wineserver -p (stays behind killed agents) ─▶ wine node.exe ─▶ windows-hooks.mjs, agent-bundle.mjs
//   here: Unix socket ─▶ TCP ─▶ windows-hooks.mjs ─▶ the agent's named pipe
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { repository } from '../../scripts/command.ts'
import { buildAgent } from '../../scripts/build/build-agent.ts'
import { drive, isWineReady, wineEnvironment, wineFolder, windowsNode } from '../../scripts/package/wine.ts'
import type { ProgramStart } from '../../scripts/start/child-program.ts'
import { windowsFront, type FrontParts } from './windows-front.ts'
import { layPackages } from './windows-rig.ts'

/** What Windows knows when nobody has changed it. */
const REGISTRY = ['system.reg', 'user.reg', 'userdef.reg', '.update-timestamp']
const run = promisify(execFile)

/**
 * Node in Wine can write into no pipe, and would take the IPC channel of its parent for its own. The shell becomes the
 * program, so that who kills the one kills the other.
 */
const SCRIPT = `unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE
exec >>"$WINE_LOG" 2>&1 3>&-
wineserver -p
cd "$WINE_FOLDER" && exec wine "$@"`

/** The agent with Windows' packages beside it; all computers of a campaign run it. */
export async function windowsBundle(): Promise<{ readonly folder: string; remove(): void }> {
  if (!isWineReady()) throw new Error('there is no Wine: npm run tools, as root on Debian x64')
  const folder = mkdtempSync(path.join(wineFolder, 'campaign-'))
  await buildAgent({ folder })
  await build({
    absWorkingDir: repository,
    entryPoints: { 'windows-hooks': 'tests/windows/windows-hooks.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external: ['koffi'],
    logLevel: 'warning',
  })
  layPackages(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface WindowsParts {
  readonly name: string
  /** Of the bundle. */
  readonly bundle: string
  /** Below which its files lie. */
  readonly folder: string
  readonly environment: ProgramStart['environment'] & { readonly Agent__ControlSocket: string }
  /** Local socket of the print server whose queues are its printers. */
  readonly cupsSocket: string
  /** Where its labels come in. */
  readonly listener: FrontParts['agent']
  /** Where label programs are to hand them in. */
  readonly front: FrontParts['at']
}

export interface WindowsComputer {
  readonly start: Omit<ProgramStart, 'name'>
  readonly front: FrontParts['at']
  /** Everything of that Windows is killed at once, also its own processes. */
  cutPower(): Promise<void>
  stop(): Promise<void>
}

export async function windowsComputer(parts: WindowsParts): Promise<WindowsComputer> {
  const { name, bundle, folder, environment, cupsSocket, listener, front } = parts
  const prefix = path.join(folder, `${name}-windows`)
  layPrefix(prefix)
  const [port, lifePort] = [await freePort(), await freePort()]
  const bridge = controlBridge(environment.Agent__ControlSocket, port)
  const fronting = await windowsFront({ at: front, agent: listener, lifePort })
  const wine = {
    ...environment,
    ...wineEnvironment(prefix),
    CUPS_SERVER: cupsSocket,
    WINE_LOG: path.join(folder, `${name}-wine.log`),
    WINE_FOLDER: bundle,
    Agent__DataFolder: windowsPath(path.join(folder, name.toLowerCase())),
    Agent__ControlSocket: `\\\\.\\pipe\\${name}`,
    CONTROL_PORT: String(port),
    LIFE_PORT: String(lifePort),
  }
  const kill = async (): Promise<void> => {
    // None runs where the last one was killed.
    await run('wineserver', ['-k9'], { env: wine }).catch(() => undefined)
  }
  return {
    start: {
      args: ['--import', './windows-hooks.mjs', 'agent-bundle.mjs', 'run'],
      node: windowsNode,
      within: ['/bin/sh', '-c', SCRIPT, 'wine'],
      environment: wine,
      logFolder: folder,
    },
    front,
    cutPower: kill,
    stop: async () => {
      bridge.close()
      fronting.close()
      await kill()
    },
  }
}

/** A Windows that shares nothing that changes with another one; drive C: is only read. */
function layPrefix(prefix: string): void {
  mkdirSync(path.join(prefix, 'dosdevices'), { recursive: true })
  for (const file of REGISTRY) copyFileSync(path.join(wineFolder, 'prefix', file), path.join(prefix, file))
  symlinkSync(drive, path.join(prefix, 'dosdevices/c:'))
  symlinkSync('/', path.join(prefix, 'dosdevices/z:'))
}

function windowsPath(file: string): string {
  return `Z:${file.replaceAll('/', '\\')}`
}

/** Who asks an agent that is dead is hung up on. */
function controlBridge(socketPath: string, port: number): net.Server {
  mkdirSync(path.dirname(socketPath), { recursive: true })
  return net
    .createServer((here) => {
      const there = net.connect({ host: '127.0.0.1', port })
      here.on('error', () => there.destroy()).on('close', () => there.destroy())
      there.on('error', () => here.destroy()).on('close', () => here.destroy())
      here.pipe(there).pipe(here)
    })
    .listen(socketPath)
}
