// What a command's options are read as, and what is refused.
import { describe, expect, test } from 'vitest'
import { choice, flag, helpText, readOptions, text, whole } from './options.ts'

const options = {
  kills: whole('kills', { low: 1, high: 100, fallback: 20 }),
  point: choice('every kill is there', ['FP1', 'FP2']),
  label: text('this label', 'FILE'),
  keep: flag('leaves folders'),
}

describe('The options of a command', () => {
  test('are what was said, and their fallbacks where nothing was', () => {
    expect(readOptions(options, [])).toEqual({ kills: 20, point: null, label: null, keep: false })
    const args = ['--kills', '100', '--point', 'FP2', '--label', 'a.zpl', '--keep']
    expect(readOptions(options, args)).toEqual({ kills: 100, point: 'FP2', label: 'a.zpl', keep: true })
  })

  test.each([
    [['--kills', '0'], '--kills must be a whole number from 1 to 100'],
    [['--kills', '101'], '--kills must be a whole number from 1 to 100'],
    [['--kills', '1e1'], '--kills must be a whole number from 1 to 100'],
    [['--point', 'FP3'], '--point must be one of FP1, FP2'],
    [['--kill', '3'], "Unknown option '--kill'"],
    [['more'], 'Unexpected argument'],
  ])('%j are refused in words', (args, message) => {
    expect(() => readOptions(options, args)).toThrow(message)
  })

  test('are all in the help, with range and fallback', () => {
    expect(readOptions(options, ['--help'])).toBe(null)
    const help = helpText({ name: 'some-campaign', about: 'Kills.', options })
    expect(help).toContain('npm run some-campaign')
    expect(help).toContain('--kills N      kills (1 to 100; 20)')
    for (const name of Object.keys(options)) expect(help).toContain(`--${name}`)
  })
})
