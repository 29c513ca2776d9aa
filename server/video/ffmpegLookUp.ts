import { hasVideoPrograms } from './program.ts'

/** Looks once whether ffmpeg and ffprobe are installed, at the first call. */
export class FfmpegLookUp {
  #asked: Promise<boolean> | undefined
  #isThere: boolean | undefined

  /** The result of the look; undefined until it has ended. The first call begins it. */
  get found(): boolean | undefined {
    if (this.#isThere === undefined) void this.find()
    return this.#isThere
  }

  find(): Promise<boolean> {
    this.#asked ??= hasVideoPrograms().then((isThere) => (this.#isThere = isThere))
    return this.#asked
  }
}
