import { hasVideoPrograms } from './program.ts'

/** Looks once whether ffmpeg and ffprobe are installed, when somebody asks. */
export class FfmpegLookUp {
  #asked: Promise<boolean> | undefined
  #isThere: boolean | undefined

  /** What was found; undefined while it is being looked for. Never waits. */
  get found(): boolean | undefined {
    if (this.#isThere === undefined) void this.find()
    return this.#isThere
  }

  find(): Promise<boolean> {
    this.#asked ??= hasVideoPrograms().then((isThere) => (this.#isThere = isThere))
    return this.#asked
  }
}
