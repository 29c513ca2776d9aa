/** The two people of a fusion, by id. */
export interface Merge {
  readonly guest: number
  readonly account: number
}
