// Each fault still has its place in the code: the long run, `npm run planted-faults`, plants them all.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../../scripts/command.ts'
import { planted } from './copy.ts'
import { FAULTS } from './faults.ts'

test.each(FAULTS)('can be planted: $name', async (fault) => {
  const text = await readFile(path.join(repository, fault.file), 'utf8')
  expect(planted(text, fault)).not.toBe(text)
})
