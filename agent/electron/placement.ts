// Where the tray's own files lie, and the agent that it starts where no service does.
//
//   installed    resources/app.asar/{electron,window}/…   resources/core/{node,agent.mjs}
//   built here   agent/dist/{electron,window}/…           agent/dist/agent.mjs, and the Node of this shell
import path from 'node:path'

export interface Placement {
  readonly preload: string
  readonly icons: string
  readonly window: string
  /** The bundled agent and the Node that runs it. */
  readonly core: { readonly node: string; readonly program: string }
}

export interface Whereabouts {
  /** Folder of main.cjs. */
  readonly folder: string
  readonly isPackaged: boolean
  /** Electron's `process.resourcesPath`. */
  readonly resources: string
  readonly platform: NodeJS.Platform
}

export function placementOf({ folder, isPackaged, resources, platform }: Whereabouts): Placement {
  const core = path.join(resources, 'core')
  const node = platform === 'win32' ? 'node.exe' : 'node'
  return {
    preload: path.join(folder, 'preload.cjs'),
    icons: path.join(folder, 'icons'),
    window: path.join(folder, '../window'),
    core: isPackaged
      ? { node: path.join(core, node), program: path.join(core, 'agent.mjs') }
      : { node, program: path.join(folder, '../agent.mjs') },
  }
}
