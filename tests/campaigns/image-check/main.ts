// `npm run image-check`: the image of the servers and its compose file, really run by an engine. Minutes; nothing of this machine is touched.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { flag } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { buildServerImage, serverImage } from '../../../scripts/package/image/server-image.ts'
import type { Sentence } from '../server-check/sentences.ts'
import { ImageLife } from './life.ts'
import { missingForPodman, startPodman } from './podman.ts'

await runProgram({
  name: 'image-check',
  about: `The image of the servers, loaded out of its file by podman, and each service of compose.yml started as it stands there: from the file to a
signed-in admin, a backup and its trial, new containers on the same data. Code 1 when a sentence does not hold. Needs root, podman, crun, netavark,
aardvark-dns and mmdebstrap. Docker itself, limits of memory, and restarts by an engine are not tried. Minutes.`,
  options: {
    twice: flag(
      'also makes the image twice, and compares their bytes; the Debian below is made anew each time',
    ),
    kept: flag('the image that was made last, and no new one'),
  },
  run: async ({ twice, kept }, say) => {
    const missing = missingForPodman()
    if (missing !== null) throw new Error(missing)
    const sentences: Sentence[] = []
    const tell = (sentence: Sentence): void => {
      sentences.push(sentence)
      say(`${sentence.fault === null ? 'ok      ' : 'FAILED  '}${sentence.text}`)
      if (sentence.fault !== null) say(sentence.fault)
    }
    if (!kept) say('making the image')
    const image = kept ? await serverImage() : await buildServerImage(twice)
    if (twice) {
      const first = await hashOf(image.file)
      const second = await hashOf((await buildServerImage(true)).file)
      tell({ text: `made twice it is the same: sha256 ${first}`, fault: first === second ? null : second })
    }
    const podman = await startPodman()
    try {
      await new ImageLife({ podman, image, tell }).live()
    } finally {
      await podman.end()
    }
    const failed = sentences.filter(({ fault }) => fault !== null).length
    return { text: `${sentences.length - failed} sentences hold, ${failed} failed`, isGood: failed === 0 }
  },
})

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
