// The words after relayctl, and the help that lists them.
import { expect, test } from 'vitest'
import { COMMANDS, HELP, readCommandLine } from './command-line.ts'

test('the help fits a terminal of 80 columns and names every command and exit code', () => {
  expect(HELP.split('\n').filter((line) => line.length > 80)).toEqual([])
  for (const name of COMMANDS) expect(HELP).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
  for (const code of [0, 1, 2, 3, 4]) expect(HELP).toMatch(new RegExp(`\\b${code} [a-z]`))
})

test('a command is read with its options', () => {
  const asked = readCommandLine([
    'init',
    '--url',
    'https://a.example',
    '--set',
    'A=1',
    '--set',
    'B=2',
    '--json',
  ])
  expect(asked).toMatchObject({ kind: 'command', name: 'init', options: { set: ['A=1', 'B=2'], json: true } })
  expect(readCommandLine(['restore', 'file', '--key-file', 'key'])).toMatchObject({ operand: 'file' })
  expect(readCommandLine(['restart', '--program', 'portal', '--program', 'gateway'])).toMatchObject({
    options: { program: ['portal', 'gateway'] },
  })
})

test.each([
  [[], 'a command is missing'],
  [['instal'], 'there is no command instal'],
  [['restore'], 'restore takes one file'],
  [['rotate'], 'rotate takes one name of what is exchanged'],
  [['status', 'portal'], 'status takes options only'],
  [['status', '--url', 'https://a.example'], 'status takes no --url'],
  [['backup', '--nonsense'], "Unknown option '--nonsense'"],
])('%j is refused in words', (args, text) => {
  expect(readCommandLine(args)).toEqual({ kind: 'fault', text })
})
