"""A headless Chromium, driven over WebDriver with the standard library alone."""

import base64
import json
import os
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>{cache}</cachedir></fontconfig>"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    """One window. Its fonts are DejaVu's alone, so that pages look the same everywhere."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        fonts = os.path.join(self.folder.name, "fonts.conf")
        with open(fonts, "w") as file:
            file.write(FONTS.format(cache=os.path.join(self.folder.name, "cache")))
        self.address = f"http://127.0.0.1:{free_port()}"
        port = self.address.rsplit(":", 1)[1]
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"],
            env=dict(os.environ, FONTCONFIG_FILE=fonts, HOME=self.folder.name),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = ""
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                     "--disable-dev-shm-usage", "--disable-lcd-text", "--font-render-hinting=none"]
        options = {"browserName": "chrome", "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"},
                   "goog:chromeOptions": {"args": arguments}}
        self.session = "/session/" + self.started(options)["sessionId"]

    def started(self, options):
        deadline = time.monotonic() + 60
        while True:
            try:
                return self.call("POST", "/session", {"capabilities": {"alwaysMatch": options}})
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > deadline or self.driver.poll() is not None:
                    raise
                time.sleep(0.1)

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.folder.cleanup()

    def call(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            self.address + self.session + path, data=data, method=method,
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def tools(self, command, **parameters):
        """A command of Chromium's developer tools."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, path, width=1000, dark=False, media=""):
        self.tools("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.tools("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("POST", "/url", {"url": "file://" + path})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return list(self.call("POST", "/element", {"using": "css selector", "value": selector}).values())[0]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click")

    def type(self, selector, text):
        element = self.find(selector)
        self.call("POST", f"/element/{element}/clear")
        self.call("POST", f"/element/{element}/value", {"text": text})

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def picture(self, width, height):
        """The top of the page as a PNG."""
        whole = self.run("return document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": width, "height": min(whole, height), "scale": 1}
        shot = self.tools("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        return base64.b64decode(shot["data"])

    def pdf(self):
        return base64.b64decode(self.tools("Page.printToPDF", printBackground=False)["data"])

    def requests(self):
        """The addresses that pages asked for since the last call."""
        entries = self.call("POST", "/se/log", {"type": "performance"})
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        return [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"]

    def complaints(self):
        """What the console logged since the last call, such as a blocked script."""
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]
