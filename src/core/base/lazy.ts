/** Code in a module that is loaded on demand and stays loaded. Users who do not need it do not download it. */
export class LazyModule<M> {
  private module: M | null = null;

  constructor(private readonly load: () => Promise<M>) {}

  async fetch(): Promise<void> {
    this.module ??= await this.load();
  }

  /** @throws Error if the module has not been fetched yet */
  get code(): M {
    if (this.module === null) throw new Error("this code has not been fetched");
    return this.module;
  }
}
