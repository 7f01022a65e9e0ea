// What draws beside this program, so that nothing waits for it: a thread of it, or a process of its own. Neither keeps this program alive.
import { fork, type ChildProcess } from 'node:child_process'
import { once, type EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Takes a listener away again. */
type Undo = () => void

export interface DrawingHelper {
  readonly send: (order: Readonly<Record<string, unknown>>) => void
  readonly onMessage: (heard: (message: unknown) => void) => Undo
  /** It failed or ended; told with the cause, an error or an exit code. */
  readonly onEnd: (ended: (cause: unknown) => void) => Undo
  /** At once; resolves when it is gone. */
  readonly end: () => Promise<void>
}

/** Shares the memory of this program, which does not get all of it back. */
export function drawingThread(file: URL): DrawingHelper {
  const worker = new Worker(file, { execArgv: [] })
  worker.unref()
  return {
    ...listeners(worker),
    send: (order) => worker.postMessage(order),
    end: async () => void (await worker.terminate()),
  }
}

/**
 * All of its memory is gone with it, and a fault of what it loads ends it alone. What it would write is not kept anywhere:
 * it may be of a label. It ends with this program, too.
 */
export function drawingProcess(file: URL, execArgv: readonly string[]): DrawingHelper {
  const child = fork(fileURLToPath(file), {
    execArgv: [...execArgv],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  })
  child.unref()
  child.channel?.unref()
  return {
    ...listeners(child),
    // One that has just ended takes nothing, and `exit` tells it.
    send: (order) => void child.send(order, () => undefined),
    end: async () => killed(child),
  }
}

async function killed(child: ChildProcess): Promise<void> {
  const isGone = child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  if (isGone) return
  const gone = once(child, 'exit')
  // So that this program waits for it.
  child.ref()
  child.kill('SIGKILL')
  await gone
}

function listeners(source: EventEmitter): Pick<DrawingHelper, 'onMessage' | 'onEnd'> {
  return {
    onMessage: (heard) => {
      source.on('message', heard)
      return () => void source.off('message', heard)
    },
    onEnd: (ended) => {
      source.on('error', ended).on('exit', ended)
      return () => void source.off('error', ended).off('exit', ended)
    },
  }
}
