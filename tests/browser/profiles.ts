/**
 * Browser profiles for visits. A profile that has served a visit is emptied and serves the next one: its scripts are
 * fetched and compiled already, which halves the processor time of a visit.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page, ViewportSize } from "playwright-core";

/** One visit of one reader. */
export interface Visit {
  readonly page: Page;
  /** Console errors, errors of the page, violations of its policy, requests that failed or went elsewhere. */
  readonly faults: string[];
}

/** A visit, and what to do with its profile afterwards. */
export interface ProfileVisit extends Visit {
  /**
   * Ends the visit. The profile is emptied for the next visit if that is possible, otherwise closed.
   * @param isReusable false after a failed test, which may leave keys pressed or a request unanswered
   */
  end(isReusable: boolean): Promise<void>;
}

/** What a page can change while it is open; other options need a context of their own. */
type Media = Required<Pick<BrowserContextOptions, "colorScheme" | "reducedMotion" | "forcedColors">>;

/** Options of contexts that can serve several visits: those that only describe the device. */
const deviceOptions: readonly string[] = ["hasTouch", "isMobile", "deviceScaleFactor"];

/** What changes a page, or its context, beyond the visit. Where one of these was used, the profile is not used again. */
const lasting = {
  page: ["addInitScript", "addLocatorHandler", "clock", "emulateMedia", "exposeBinding", "exposeFunction", "route", "setExtraHTTPHeaders"],
  context: ["addInitScript", "exposeBinding", "exposeFunction", "newCDPSession", "newPage", "route", "setExtraHTTPHeaders", "setOffline"],
} as const;

/** The profiles of one browser for pages below one address. */
export class Profiles {
  private readonly idle = new Map<string, Profile[]>();

  constructor(
    private readonly browser: Browser,
    private readonly home: string,
  ) {}

  /** A visit in an idle profile with these options, or in a new one; nothing is opened yet. */
  async begin(all: BrowserContextOptions): Promise<ProfileVisit> {
    const { viewport = null, colorScheme = "light", reducedMotion = "no-preference", forcedColors = "none", ...options } = all;
    const media = { colorScheme, reducedMotion, forcedColors };
    if (Object.keys(options).some((name) => !deviceOptions.includes(name))) return beginAlone(this.browser, this.home, all);
    const key = JSON.stringify(options, Object.keys(options).toSorted());
    const idle = this.idle.get(key) ?? [];
    this.idle.set(key, idle);
    const profile = idle.pop() ?? (await Profile.create(this.browser, this.home, { viewport, ...options, ...media }, media));
    const faults = await profile.prepare(viewport, media);
    return {
      page: profile.page,
      faults,
      end: async (isReusable) => {
        if (isReusable && profile.isReusable && (await profile.empty())) idle.push(profile);
        else await profile.close();
      },
    };
  }
}

/** A visit in a profile that serves no other. */
export async function beginAlone(browser: Browser, home: string, options: BrowserContextOptions): Promise<ProfileVisit> {
  const context = await newContext(browser, options);
  const page = await context.newPage();
  const faults: string[] = [];
  await watch(page, home, (fault) => faults.push(fault));
  return { page, faults, end: () => context.close() };
}

class Profile {
  /** Whether nothing was done that outlasts the visit. */
  isReusable = true;
  private faults: string[] = [];

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly home: string,
    private readonly resetHistory: () => Promise<unknown>,
    private media: Media,
  ) {}

  static async create(browser: Browser, home: string, options: BrowserContextOptions, media: Media): Promise<Profile> {
    const context = await newContext(browser, options);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const profile = new Profile(context, page, home, () => session.send("Page.resetNavigationHistory"), media);
    await watch(page, home, (fault) => profile.faults.push(fault));
    page.on("popup", () => (profile.isReusable = false));
    page.on("close", () => (profile.isReusable = false));
    return profile;
  }

  /** Makes the page look as the options say; the list of faults of the visit that begins. */
  async prepare(viewport: ViewportSize | null, media: Media): Promise<string[]> {
    if (JSON.stringify(media) !== JSON.stringify(this.media)) {
      await this.page.emulateMedia(media);
      this.media = media;
    }
    const { width, height } = this.page.viewportSize() ?? {};
    if (viewport && (width !== viewport.width || height !== viewport.height)) await this.page.setViewportSize(viewport);
    this.watchUses();
    return (this.faults = []);
  }

  /** Leaves the page and deletes what it has stored, but for results of runs, which are the same for every reader. */
  async empty(): Promise<boolean> {
    this.restore();
    if (this.context.pages().length > 1) return false;
    try {
      // A document of the same origin, so that the process and its compiled scripts stay.
      await this.page.goto(`${this.home}favicon.svg`);
      await this.page.mouse.move(0, 0);
      await this.page.evaluate(async () => {
        localStorage.clear();
        sessionStorage.clear();
        const names = (await indexedDB.databases()).map(({ name }) => name ?? "").filter((name) => !name.startsWith("fabricscope-"));
        const remove = (name: string) =>
          new Promise<void>((resolve, reject) => {
            const request = indexedDB.deleteDatabase(name);
            request.addEventListener("success", () => resolve());
            request.addEventListener("error", () => reject(request.error));
            request.addEventListener("blocked", () => reject(new Error(`${name} is still open.`)));
          });
        await Promise.all(names.map(remove));
      });
      await this.resetHistory();
      return true;
    } catch {
      return false;
    }
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** From now on a use of what is lasting makes the profile unfit for another visit. */
  private watchUses(): void {
    for (const [target, name] of this.lasting()) {
      const value: unknown = Reflect.get(target, name);
      Object.defineProperty(target, name, { configurable: true, get: () => ((this.isReusable = false), value) });
    }
  }

  private restore(): void {
    const isReusable = this.isReusable;
    for (const [target, name] of this.lasting())
      Object.defineProperty(target, name, { configurable: true, writable: true, value: Reflect.get(target, name) });
    this.isReusable = isReusable;
  }

  private lasting(): readonly (readonly [object, string])[] {
    const { page, context } = this;
    return [...lasting.page.map((name) => [page, name] as const), ...lasting.context.map((name) => [context, name] as const)];
  }
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    // A reader of one visit does not come back: a copy of the page for later would be made for nothing.
    serviceWorkers: "block",
    ...options,
  });
  // A machine that does other things as well may be several times slower; what never comes is still found.
  context.setDefaultTimeout(90_000);
  return context;
}

/** Reports the faults of a page from now on. */
async function watch(page: Page, home: string, report: (fault: string) => void): Promise<void> {
  page.on("console", (message) => {
    if (message.type() === "error") report(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => report(`error: ${error.message}`));
  page.on("requestfailed", (request) => {
    // What is still loading when the reader leaves the page is broken off, and rightly so.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") report(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) report(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(home)) report(`foreign: ${request.url()}`);
  });
  await page.exposeFunction("reportViolation", (violation: string) => report(`policy: ${violation}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      (window as unknown as { reportViolation(violation: string): void }).reportViolation(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
}
