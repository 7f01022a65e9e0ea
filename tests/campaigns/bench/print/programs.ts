// Programs of others that the benchmark runs: found, started until they listen, and ended with it in any case.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { isListening } from '@pharmacy-relay/shared/test/is-listening.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'

/** Daemons are installed where a user's PATH does not look. */
const DAEMONS = ['/usr/sbin', '/usr/local/sbin']

/** Null when it is not installed. */
export function programPath(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...DAEMONS]
  const found = folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
  return found ?? null
}

/** Resolves once it listens there, with how to stop it. Rejects when it ends before or not within 10 s. */
export async function startListening(
  file: string,
  args: readonly string[],
  { host, port }: { readonly host: string; readonly port: number },
): Promise<() => Promise<void>> {
  const child = spawn(file, [...args], { stdio: 'ignore' })
  let isOver = false
  const ended = new Promise<void>((resolve) => {
    const over = (): void => {
      isOver = true
      resolve()
    }
    child.once('error', over).once('exit', over)
  })
  const end = (): void => void child.kill()
  process.on('exit', end)
  await until(`${path.basename(file)} listens on ${host}:${port}`, async () => {
    if (isOver) throw new Error(`${path.basename(file)} ended at once`)
    return isListening(port, host)
  })
  return async () => {
    process.off('exit', end)
    end()
    await ended
  }
}
