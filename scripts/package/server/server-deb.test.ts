// O130: what a package says when it is to be installed over another version, asked of its own script.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { repository } from '../../command.ts'
import { oldestBefore, scriptText } from './server-deb.ts'

const run = promisify(execFile)

test.each([
  ['0.1.0', '0.0.0'],
  ['0.4.2', '0.3.0'],
  ['2.0.0', '1.0.0'],
  ['10.11.3', '10.10.0'],
])('%s is installed over %s and later', (version, oldest) => {
  expect(oldestBefore(version)).toBe(oldest)
})

test.skipIf(!existsSync('/usr/bin/dpkg'))(
  'O130: an upgrade over two releases is refused, and the way is named; any other, and a first install, is not (needs dpkg)',
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-preinst-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const complete = path.join(folder, 'complete')
    writeFileSync(complete, '')
    const source = readFileSync(path.join(repository, 'build/server/preinst.sh'), 'utf8')
    const script = path.join(folder, 'preinst')
    const text = scriptText(source, '0.4.0').replace('/etc/pharmacy-relay/secrets/.complete.json', complete)
    writeFileSync(script, text, { mode: 0o755 })
    const said = async (...args: string[]): Promise<string> =>
      run('sh', [script, ...args]).then(
        () => 'goes on',
        (error: unknown) =>
          error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error),
      )
    expect(await said('upgrade', '0.2.9')).toBe(
      'pharmacy-relay-server: 0.2.9 cannot be upgraded to 0.4.0 at once. Install 0.3.0 or a later release first, then this one.\n',
    )
    expect(await said('upgrade', '0.3.0')).toBe('goes on')
    // The way back is no upgrade over releases.
    expect(await said('upgrade', '0.5.0')).toBe('goes on')
    expect(await said('install')).toBe('goes on')
    rmSync(complete)
    expect(await said('upgrade', '0.2.9')).toBe('goes on')
  },
)
