import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { toneMapping } from './lecturePlan.ts'
import { ProgramFailed, runProgram } from './program.ts'
import { inputOptions, type VideoFacts } from './videoFacts.ts'

/** In ms, together less than the time limit of the image process. */
const timeouts = { search: 10_000, firstFrame: 15_000 }
/** The first frame of a video is often black: the poster is the first one of which at most 90 % is. */
const notBlack = 'blackframe=amount=0,metadata=select:key=lavfi.blackframe.pblack:value=90:function=less'
/** A video that stays black for longer has a black poster. */
const searchedSeconds = '5'

interface FrameOptions {
  readonly type: MediaMimeType
  readonly facts: VideoFacts
  /** Time for the search of a frame that is not black. */
  readonly searchMs?: number
}

/**
 * The poster of a video as PNG.
 * @throws ProgramFailed when it cannot be decoded, or ffmpeg is missing
 */
export async function videoFrame(
  path: string,
  { type, facts, searchMs = timeouts.search }: FrameOptions,
): Promise<Buffer> {
  const tone = facts.isHdr ? [...toneMapping, 'format=rgb24'] : []
  const draw = (filters: readonly string[], timeoutMs: number) => {
    const input = ['-nostdin', '-threads', '1', '-t', searchedSeconds, ...inputOptions(type), '-i', path]
    const filter = filters.length === 0 ? [] : ['-vf', filters.join(',')]
    const output = ['-map', '0:V:0', '-frames:v', '1', ...filter, '-c:v', 'png', '-f', 'image2pipe', 'pipe:1']
    return runProgram('ffmpeg', [...input, ...output], { timeoutMs })
  }
  const found = await unlessFailed(draw([notBlack, ...tone], searchMs))
  return found && found.length > 0 ? found : draw(tone, timeouts.firstFrame)
}

/** A large video may take too long to search, and still have a first frame. */
async function unlessFailed(drawing: Promise<Buffer>): Promise<Buffer | null> {
  try {
    return await drawing
  } catch (error) {
    if (error instanceof ProgramFailed) return null
    throw error
  }
}
