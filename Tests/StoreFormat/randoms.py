"""Random numbers that are the same for one seed on every machine."""

MASK = (1 << 64) - 1


class Random:
    """A small generator (splitmix64). Only whole numbers are used, so that no rounding can differ."""

    def __init__(self, *seeds):
        """Takes any number of seeds: whole numbers or texts."""
        self.state = 0x9E3779B97F4A7C15
        for seed in seeds:
            for byte in str(seed).encode("utf-8") + b"\0":
                self.state = ((self.state ^ byte) * 0x100000001B3 + 0x9E3779B97F4A7C15) & MASK
                self.state ^= self.state >> 29

    def bits(self):
        """64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        value = self.state
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
        return value ^ (value >> 31)

    def below(self, limit):
        """A whole number from 0 to limit - 1."""
        return self.bits() % limit

    def between(self, low, high):
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def chance(self, percent):
        """True in so many of 100 cases."""
        return self.below(100) < percent

    def pick(self, items):
        """One of the items; they must be in a list with a fixed order."""
        return items[self.below(len(items))]

    def weighted(self, pairs):
        """One of the items of [(item, weight), ...]."""
        number = self.below(sum(weight for _, weight in pairs))
        for item, weight in pairs:
            number -= weight
            if number < 0:
                return item
        raise AssertionError("weights are positive")

    def sample(self, items, count):
        """So many different items, in random order."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(min(count, len(rest)))]

    def data(self, count):
        """So many random bytes."""
        return bytes(self.below(256) for _ in range(count))
