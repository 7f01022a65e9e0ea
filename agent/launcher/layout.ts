// Where versions of the agent lie, and what a folder needs to be one.
//
//   <install>/launcher.mjs  agent.mjs …             what the installer brought: a version like any other
//   <data>/versions/<version>/agent.mjs …           whole since it was renamed to this
//   <data>/versions/<version>.part/                 on its way, of no value to the launcher
//   <data>/versions/state.json                      which one runs; written by the launcher alone
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isVersion } from './version-order.ts'

export const AGENT_FILE = 'agent.mjs'
/** Says which version a folder holds: `{"version":"1.2.3"}`. */
export const RELEASE_FILE = 'release.json'

export function versionsFolder(dataFolder: string): string {
  return path.join(dataFolder, 'versions')
}

export function stateFile(dataFolder: string): string {
  return path.join(versionsFolder(dataFolder), 'state.json')
}

/** Whether it is there is for the caller to see. Throws for a text that is no version and might lead elsewhere. */
export function folderOf(dataFolder: string, version: string): string {
  if (!isVersion(version)) throw new Error(`${version.slice(0, 60)} is no version`)
  return path.join(versionsFolder(dataFolder), version)
}

export interface Places {
  readonly dataFolder: string
  /** Where the installer put the launcher and the first version. */
  readonly installFolder: string
}

/** The version that lies in a folder; null when there is none that could be started. */
export function versionIn(folder: string): string | null {
  if (!existsSync(path.join(folder, AGENT_FILE))) return null
  try {
    const release: unknown = JSON.parse(readFileSync(path.join(folder, RELEASE_FILE), 'utf8'))
    const version =
      typeof release === 'object' && release !== null && 'version' in release ? release.version : ''
    return typeof version === 'string' && isVersion(version) ? version : null
  } catch {
    return null
  }
}

/** The folder from which a version is started, first the installer's, which so mends one; null when it is nowhere. */
export function runnableFolder({ dataFolder, installFolder }: Places, version: string): string | null {
  const fetched = folderOf(dataFolder, version)
  if (versionIn(installFolder) === version) return installFolder
  return versionIn(fetched) === version ? fetched : null
}

/**
 * For Node, before the agent's program: one thread that collects and compiles for V8 in place of four. On 28 November 2026 (Node 24.21, Linux
 * x64, 2 cores) an agent was at most 100 MB resident behind 5,000 labels, before 159 to 246, and 3 MB less at rest.
 */
export const AGENT_NODE_ARGS = ['--v8-pool-size=1'] as const

/** A version may bring a Node of its own; otherwise it runs on the launcher's. */
export function nodeFor(folder: string): string {
  const own = path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(own) ? own : process.execPath
}
