// `npm run server-check`: the servers' package in a Debian of its own, under a real systemd: installed, killed, rebooted, lost and
// brought back, removed. Minutes; nothing of this machine is touched.
import { runProgram } from '../../kit/program.ts'
import { buildServerDeb } from '../../../scripts/package/server/server-deb.ts'
import { bootDebian, missingForDebian } from './debian.ts'
import { lifeOf, type Sentence } from './life.ts'

await runProgram({
  name: 'server-check',
  about: `The servers' package, installed in a Debian of its own under systemd: made, started, each program killed, rebooted, backed up, lost,
brought back, removed; code 1 when a sentence does not hold. Needs root, systemd-container and mmdebstrap. Minutes.`,
  options: {},
  run: async (_values, say) => {
    const missing = missingForDebian()
    if (missing !== null) throw new Error(missing)
    say('packing the servers')
    const deb = await buildServerDeb()
    const debian = await bootDebian(say)
    const sentences: Sentence[] = []
    try {
      debian.bring(deb, 'root/server.deb')
      await lifeOf(debian, (sentence) => {
        sentences.push(sentence)
        say(`${sentence.fault === null ? 'ok      ' : 'FAILED  '}${sentence.text}`)
        if (sentence.fault !== null) say(sentence.fault)
      })
    } finally {
      await debian.end()
    }
    const failed = sentences.filter(({ fault }) => fault !== null).length
    const text = `${sentences.length - failed} sentences hold, ${failed} failed`
    return { text, isGood: failed === 0 }
  },
})
