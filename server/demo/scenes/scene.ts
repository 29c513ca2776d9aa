import { arche } from './arche.ts'
import { ballons } from './ballons.ts'
import { bouquet } from './bouquet.ts'
import { chateau } from './chateau.ts'
import { concert } from './concert.ts'
import { feu } from './feu.ts'
import { gateau } from './gateau.ts'
import { guirlande } from './guirlande.ts'
import { paysage } from './paysage.ts'
import { Picture } from './picture.ts'
import { piste } from './piste.ts'
import { plage } from './plage.ts'
import { portrait } from './portrait.ts'
import { table } from './table.ts'
import { verres } from './verres.ts'

const scenes = {
  guirlande,
  bouquet,
  piste,
  gateau,
  paysage,
  portrait,
  verres,
  feu,
  table,
  arche,
  concert,
  plage,
  ballons,
  chateau,
}

export type SceneName = keyof typeof scenes

/** A drawn photograph, deterministic for its parameters. */
export interface Scene {
  readonly name: SceneName
  readonly variant: number
  /** Width over height. */
  readonly ratio: number
}

/** SVG text of a scene. @param width pixels */
export function drawScene({ name, variant, ratio }: Scene, width: number): string {
  const seed = variant * 97 + Object.keys(scenes).indexOf(name) * 13 + 5
  const picture = new Picture(width, Math.round(width / ratio), seed)
  return scenes[name](picture, variant)
}
