// What the tray has the agent's command line do: a program of the test's stands in for it, run as the real one is.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { LocalPrinterCommand } from './local-printer-command.ts'

/** `script`: what it does with its words. */
function commandLine(script: string): LocalPrinterCommand {
  const program = path.join(temporaryFolder(), 'agent.mjs')
  writeFileSync(program, `const words = process.argv.slice(2).join(' ')\n${script}`)
  return new LocalPrinterCommand({
    core: { node: process.execPath, program },
    environment: { ...process.env },
  })
}

test('answers with what the command printed', async () => {
  const command = commandLine('console.log(JSON.stringify({ words }))')
  expect(await command.answer(['add'])).toEqual({ ok: true, data: { words: 'local-printer add --json' } })
  expect(await command.answer(['remove'])).toMatchObject({ data: { words: 'local-printer remove --json' } })
})

test('refuses with its words', async () => {
  const command = commandLine(
    'console.log(JSON.stringify({ error: { message: "nobody said yes" } })); process.exitCode = 1',
  )
  expect(await command.answer(['add'])).toEqual({
    ok: false,
    code: 'state_conflict',
    message: 'nobody said yes',
  })
})

test('runs nothing else, and one at a time', async () => {
  const command = commandLine('setTimeout(() => console.log("{}"), 500)')
  for (const given of [[], ['status'], ['add', '--driver'], [{ act: 'add' }]])
    expect(await command.answer(given)).toMatchObject({ code: 'request_refused' })
  const first = command.answer(['add'])
  expect(await command.answer(['add'])).toMatchObject({ code: 'rate_limited' })
  expect(await first).toMatchObject({ ok: true })
  expect(await command.answer(['add'])).toMatchObject({ ok: true })
})
