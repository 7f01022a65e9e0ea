// Lines of one turn are written at once, in their order, and none is lost when the process ends within it.
import { expect, test } from 'vitest'
import { linesTogether } from './lines-together.ts'

const turn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('lines of one turn are one write, and an end within a turn writes what waits, once', async () => {
  const written: string[] = []
  const lines = linesTogether((text) => written.push(text))
  lines.write('one\n')
  lines.write('two\n')
  expect(written).toEqual([])
  await turn()
  expect(written).toEqual(['one\ntwo\n'])
  lines.write('three\n')
  lines.flush()
  lines.flush()
  expect(written).toEqual(['one\ntwo\n', 'three\n'])
  await turn()
  expect(written).toHaveLength(2)
})
