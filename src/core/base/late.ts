/** Code that is fetched when it is needed, and is there from then on: whoever needs none of it need not load it. */
export class Late<M> {
  private module: M | null = null;

  constructor(private readonly load: () => Promise<M>) {}

  async fetch(): Promise<void> {
    this.module ??= await this.load();
  }

  /** @throws Error when it has not been fetched */
  get code(): M {
    if (this.module === null) throw new Error("this code has not been fetched");
    return this.module;
  }
}
