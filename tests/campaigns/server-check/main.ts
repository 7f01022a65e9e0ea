// `npm run server-check`: the servers' package in a Debian of its own, under a real systemd. Minutes; nothing of this machine is touched.
//
// Alone: installed, killed, rebooted, lost and brought back, removed. With `--scenario upgrade`: a newer version and the way back,
// while devices are connected and labels flow.
import { choice, whole } from '../../kit/options.ts'
import { runProgram, type Say } from '../../kit/program.ts'
import { buildServerDeb } from '../../../scripts/package/server/server-deb.ts'
import { bootDebian, missingForDebian, RELEASES } from './debian.ts'
import { lifeOf } from './life.ts'
import { DEB } from './places.ts'
import type { Sentence, Tell } from './sentences.ts'
import { buildNewerDeb } from './upgrade/newer-version.ts'
import { NEWER_DEB, upgradeOf } from './upgrade/scenario.ts'

await runProgram({
  name: 'server-check',
  about: `The servers' package, installed in a Debian of its own under systemd: made, started, each program killed, rebooted, backed up, lost,
brought back, removed; or upgraded and taken back under connected devices. Code 1 when a sentence does not hold. Needs root,
systemd-container and mmdebstrap. Minutes.`,
  options: {
    scenario: choice('what is done with it; life where it is not said', ['life', 'upgrade']),
    debian: choice('its release: PostgreSQL 15, 17, 18 or later; bookworm where it is not said', RELEASES),
    devices: whole('upgrade: devices that are connected', { low: 1, high: 20_000, fallback: 1_000 }),
  },
  run: async ({ scenario, debian: release, devices }, say) => {
    const missing = missingForDebian()
    if (missing !== null) throw new Error(missing)
    say('packing the servers')
    const debs = [[await buildServerDeb(), DEB]]
    if (scenario === 'upgrade') debs.push([await buildNewerDeb(), NEWER_DEB])
    const debian = await bootDebian(release ?? 'bookworm', say)
    const sentences: Sentence[] = []
    const tell = telling(sentences, say)
    try {
      say(`Debian ${release ?? 'bookworm'}, ${(await debian.run('psql --version')).output.trim()}`)
      for (const [deb = '', to = ''] of debs) debian.bring(deb, to)
      await (scenario === 'upgrade' ? upgradeOf({ debian, devices, tell, say }) : lifeOf(debian, tell))
    } finally {
      await debian.end()
    }
    const failed = sentences.filter(({ fault }) => fault !== null).length
    const text = `${sentences.length - failed} sentences hold, ${failed} failed`
    return { text, isGood: failed === 0 }
  },
})

function telling(sentences: Sentence[], say: Say): Tell {
  return (sentence) => {
    sentences.push(sentence)
    say(`${sentence.fault === null ? 'ok      ' : 'FAILED  '}${sentence.text}`)
    if (sentence.fault !== null) say(sentence.fault)
  }
}
