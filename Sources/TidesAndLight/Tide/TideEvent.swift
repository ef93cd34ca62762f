/// A high or low water at a station, and the one at its reference station from which it is derived. At a reference
/// station both are the same.
struct TideEvent: Sendable {
    let extreme: TideExtreme
    let reference: TideExtreme

    init(_ reference: TideExtreme, _ offsets: TideOffsets?) {
        self.reference = reference
        guard let offsets else {
            extreme = reference
            return
        }
        let offset = reference.kind == .high ? offsets.high : offsets.low
        extreme = TideExtreme(
            time: reference.time + offset.seconds, kind: reference.kind,
            height: reference.height * offset.factor + offset.metres)
    }
}
