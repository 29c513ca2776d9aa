import { h264, hevc, hlg, unFilm, unVideoSansImage } from '#tests/support/films.ts'
import { secrets } from '#tests/support/locatedMedia.ts'

/** What becomes of a file: a remux, an encoding, or no film, after which the original is served. */
export type Outcome = 'remux' | 'encode' | 'none'

export interface FilmCase {
  readonly type: 'video/mp4' | 'video/quicktime' | 'video/webm'
  readonly outcome: Outcome
  readonly make: () => Buffer
  /** The seconds of the original from which its pictures can be compared; 0.5 when absent, null for pictures alone. */
  readonly at?: number | null
}

const aac = ['-c:a', 'aac', '-ac', '2']
const located = [
  `com.apple.quicktime.location.ISO6709=${secrets.lieu}+035.000/`,
  'com.apple.quicktime.make=Appareil',
  `com.apple.quicktime.serial=${secrets.serie}`,
  `artist=${secrets.personne}`,
].flatMap((line) => ['-metadata', line])
const upright = ['-metadata:s:v:0', 'rotate=90']
const late = { extension: 'mp4', options: [...h264, ...aac], seconds: 3 } as const

/** Files of phones, cameras and attackers, by what is special about them. */
export const filmTable: Readonly<Record<string, FilmCase>> = {
  'H.264 with its index at the end': { type: 'video/mp4', outcome: 'remux', make: () => unFilm(late) },
  'H.264, upright by rotation': {
    type: 'video/quicktime',
    outcome: 'remux',
    make: () => unFilm({ extension: 'mov', options: [...h264, ...aac, ...upright] }),
  },
  'H.264 with place and serial number in QuickTime keys': {
    type: 'video/quicktime',
    outcome: 'remux',
    make: () => unFilm({ extension: 'mov', options: [...h264, ...aac, ...located, '-movflags', 'use_metadata_tags'] }),
  },
  'H.264 without sound': {
    type: 'video/mp4',
    outcome: 'remux',
    make: () => unFilm({ extension: 'mp4', options: h264, hasSound: false }),
  },
  'H.264 with two sounds': {
    type: 'video/quicktime',
    outcome: 'remux',
    make: () => unFilm({ extension: 'mov', options: [...h264, ...aac, '-map', '0:v', '-map', '1:a', '-map', '1:a'] }),
  },
  'H.264 with a variable frame rate': {
    type: 'video/mp4',
    outcome: 'remux',
    make: () =>
      unFilm({
        extension: 'mp4',
        options: [...h264, ...aac, '-vf', "select='not(mod(n,3))+lt(n,8)'", '-vsync', 'vfr'],
        seconds: 2,
      }),
    at: 0.3,
  },
  'H.264 with uncompressed sound': {
    type: 'video/quicktime',
    outcome: 'encode',
    make: () => unFilm({ extension: 'mov', options: [...h264, '-c:a', 'pcm_s16le'] }),
  },
  'H.264 of 10 bits': {
    type: 'video/mp4',
    outcome: 'encode',
    make: () => unFilm({ extension: 'mp4', options: ['-c:v', 'libx264', '-pix_fmt', 'yuv420p10le', ...aac] }),
  },
  'H.264 with 120 frames a second': {
    type: 'video/mp4',
    outcome: 'encode',
    make: () => unFilm({ extension: 'mp4', options: [...h264, ...aac], picture: 'testsrc=size=320x240:rate=120' }),
  },
  'H.264 with wide pixels': {
    type: 'video/mp4',
    outcome: 'remux',
    make: () => unFilm({ extension: 'mp4', options: [...h264, ...aac, '-aspect', '16:9'] }),
  },
  'HEVC of 8 bits': {
    type: 'video/mp4',
    outcome: 'encode',
    make: () => unFilm({ extension: 'mp4', options: [...hevc, '-pix_fmt', 'yuv420p', ...aac] }),
  },
  'HEVC of 10 bits': {
    type: 'video/quicktime',
    outcome: 'encode',
    make: () => unFilm({ extension: 'mov', options: [...hevc, '-pix_fmt', 'yuv420p10le', ...aac] }),
  },
  'HEVC in HLG, upright, as an iPhone writes it': {
    type: 'video/quicktime',
    outcome: 'encode',
    make: () =>
      unFilm({ extension: 'mov', size: '1920x1080', options: [...hevc, ...hlg, ...aac, ...upright, ...located] }),
  },
  '4K in HEVC with 60 frames a second': {
    type: 'video/mp4',
    outcome: 'encode',
    make: () =>
      unFilm({
        extension: 'mp4',
        options: [...hevc, '-pix_fmt', 'yuv420p', ...aac],
        picture: 'testsrc=size=3840x2160:rate=60',
      }),
  },
  'VP9 in WebM': {
    type: 'video/webm',
    outcome: 'encode',
    make: () => unFilm({ extension: 'webm', options: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime'] }),
  },
  'one frame': {
    type: 'video/mp4',
    outcome: 'remux',
    make: () => unFilm({ extension: 'mp4', options: [...h264, '-frames:v', '1'], hasSound: false }),
    at: 0,
  },
  'three hours of black in 2 MB': {
    type: 'video/mp4',
    outcome: 'remux',
    make: () =>
      unFilm({
        extension: 'mp4',
        options: [...h264, '-tune', 'stillimage', '-g', '600'],
        picture: 'color=black:size=320x240:rate=2',
        seconds: 3 * 3600,
        hasSound: false,
      }),
    // It is not played to its end, which takes three hours.
    at: null,
  },
  'cut in the middle, index first': {
    type: 'video/mp4',
    outcome: 'encode',
    make: () => {
      const whole = unFilm({ ...late, options: [...late.options, '-movflags', '+faststart'] })
      return whole.subarray(0, Math.round(whole.length / 2))
    },
  },
  'cut in the middle, index last': {
    type: 'video/mp4',
    outcome: 'none',
    make: () => {
      const whole = unFilm(late)
      return whole.subarray(0, Math.round(whole.length / 2))
    },
  },
  'damaged at the end': {
    type: 'video/mp4',
    outcome: 'encode',
    make: () => {
      const whole = unFilm({ ...late, options: [...late.options, '-movflags', '+faststart'] })
      return whole.fill(0x5a, Math.round(whole.length * 0.8))
    },
  },
  'a hundred streams': {
    type: 'video/quicktime',
    outcome: 'none',
    make: () => {
      const sounds = Array.from({ length: 99 }, () => ['-map', '1:a']).flat()
      return unFilm({ extension: 'mov', options: [...h264, ...aac, '-map', '0:v', ...sounds] })
    },
  },
  'no picture': { type: 'video/mp4', outcome: 'none', make: () => unVideoSansImage() },
}
