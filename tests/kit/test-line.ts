// A line of a test, which ends with the test and keeps what was answered over it.
import { onTestFinished } from 'vitest'
import { Line, type Place } from './line.ts'

export type TestLine = Line & {
  /** Everything that came back from the far end. */
  heard(): Buffer
}

/** Port 0 takes a free one. */
export async function startLine(to: Place, at: Place = { host: '127.0.0.1', port: 0 }): Promise<TestLine> {
  const answers: Buffer[] = []
  const line = new Line({ to, onAnswer: (bytes) => answers.push(bytes) })
  await line.start(at)
  onTestFinished(() => line.stop())
  return Object.assign(line, { heard: () => Buffer.concat(answers) })
}
