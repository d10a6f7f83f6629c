/**
 * Browser profiles for visits. A profile is emptied after a visit and reused for the next one. Its scripts are already loaded and compiled,
 * which halves the processor time of a visit.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page, ViewportSize } from "playwright-core";

/** One visit of one reader. */
export interface Visit {
  readonly page: Page;
  /** Console errors, errors of the page, violations of its content security policy, failed requests, and requests to other sites. */
  readonly faults: string[];
}

/** A visit that returns its profile at the end. */
export interface ProfileVisit extends Visit {
  /**
   * Ends the visit. The profile is emptied for the next visit if possible, otherwise closed.
   * @param isReusable False after a failed test, which may leave keys pressed or a request unanswered.
   */
  end(isReusable: boolean): Promise<void>;
}

/** Media settings that can be changed while a page is open. Other options need a new context. */
type Media = Required<Pick<BrowserContextOptions, "colorScheme" | "reducedMotion" | "forcedColors">>;

/** Options of contexts that can serve several visits, because they only describe the device. */
const deviceOptions: readonly string[] = ["hasTouch", "isMobile", "deviceScaleFactor"];

/** Methods whose effects on a page or its context outlast the visit. If a test uses one of them, the profile is not reused. */
const lastingMethods = {
  page: ["addInitScript", "addLocatorHandler", "clock", "emulateMedia", "exposeBinding", "exposeFunction", "route", "setExtraHTTPHeaders"],
  context: ["addInitScript", "exposeBinding", "exposeFunction", "newCDPSession", "newPage", "route", "setExtraHTTPHeaders", "setOffline"],
} as const;

/** The profiles of one browser for pages below one address. */
export class ProfilePool {
  private readonly idle = new Map<string, ReusableProfile[]>();

  constructor(
    private readonly browser: Browser,
    private readonly home: string,
  ) {}

  /** Starts a visit in an idle profile with these options, or in a new one. No page is opened yet. */
  async begin(all: BrowserContextOptions): Promise<ProfileVisit> {
    const { viewport = null, colorScheme = "light", reducedMotion = "no-preference", forcedColors = "none", ...options } = all;
    const media = { colorScheme, reducedMotion, forcedColors };
    if (Object.keys(options).some((name) => !deviceOptions.includes(name))) return beginFreshVisit(this.browser, this.home, all);
    const key = JSON.stringify(options, Object.keys(options).toSorted());
    const idle = this.idle.get(key) ?? [];
    this.idle.set(key, idle);
    const profile = idle.pop() ?? (await ReusableProfile.create(this.browser, this.home, { viewport, ...options, ...media }, media));
    const faults = await profile.prepare(viewport, media);
    return {
      page: profile.page,
      faults,
      end: async (isReusable) => {
        if (isReusable && profile.isReusable && (await profile.clear())) idle.push(profile);
        else await profile.close();
      },
    };
  }
}

/** Starts a visit in a profile that is used only once. */
export async function beginFreshVisit(browser: Browser, home: string, options: BrowserContextOptions): Promise<ProfileVisit> {
  const context = await newContext(browser, options);
  const page = await context.newPage();
  const faults: string[] = [];
  await reportFaults(page, home, (fault) => faults.push(fault));
  return { page, faults, end: () => context.close() };
}

/** A browser context with one page that can serve several visits one after the other. */
class ReusableProfile {
  /** Whether the visit has used none of the methods with lasting effects. */
  isReusable = true;
  private faults: string[] = [];

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly home: string,
    private readonly resetHistory: () => Promise<unknown>,
    private media: Media,
  ) {}

  static async create(browser: Browser, home: string, options: BrowserContextOptions, media: Media): Promise<ReusableProfile> {
    const context = await newContext(browser, options);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const profile = new ReusableProfile(context, page, home, () => session.send("Page.resetNavigationHistory"), media);
    await reportFaults(page, home, (fault) => profile.faults.push(fault));
    page.on("popup", () => (profile.isReusable = false));
    page.on("close", () => (profile.isReusable = false));
    return profile;
  }

  /** Applies the options to the page and returns the empty list of faults of the new visit. */
  async prepare(viewport: ViewportSize | null, media: Media): Promise<string[]> {
    if (JSON.stringify(media) !== JSON.stringify(this.media)) {
      await this.page.emulateMedia(media);
      this.media = media;
    }
    const { width, height } = this.page.viewportSize() ?? {};
    if (viewport && (width !== viewport.width || height !== viewport.height)) await this.page.setViewportSize(viewport);
    this.watchLastingMethods();
    return (this.faults = []);
  }

  /** Leaves the page and deletes its storage, except cached results of runs, which are the same for every reader. */
  async clear(): Promise<boolean> {
    this.restore();
    if (this.context.pages().length > 1) return false;
    try {
      // Opens a document of the same origin, so that the process and its compiled scripts are kept.
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

  /** From now on, a use of a method with lasting effects marks the profile as not reusable. */
  private watchLastingMethods(): void {
    for (const [target, name] of this.lastingTargets()) {
      const value: unknown = Reflect.get(target, name);
      Object.defineProperty(target, name, { configurable: true, get: () => ((this.isReusable = false), value) });
    }
  }

  private restore(): void {
    const isReusable = this.isReusable;
    for (const [target, name] of this.lastingTargets())
      Object.defineProperty(target, name, { configurable: true, writable: true, value: Reflect.get(target, name) });
    this.isReusable = isReusable;
  }

  private lastingTargets(): readonly (readonly [object, string])[] {
    const { page, context } = this;
    return [...lastingMethods.page.map((name) => [page, name] as const), ...lastingMethods.context.map((name) => [context, name] as const)];
  }
}

/** A context with access to the clipboard, without service workers unless the options allow them. */
async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    // A reader of a single visit does not return, so a service worker would store the page in vain.
    serviceWorkers: "block",
    ...options,
  });
  // A busy machine may be several times slower. Elements that never appear are still detected.
  context.setDefaultTimeout(90_000);
  return context;
}

/** Reports the faults of a page from now on. */
async function reportFaults(page: Page, home: string, report: (fault: string) => void): Promise<void> {
  page.on("console", (message) => {
    if (message.type() === "error") report(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => report(`error: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Requests that are still pending when the page is left are aborted, which is not a fault.
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
